/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   The unit of the conformance table: C that is C++ too, with something to warn of. With FILL it has a loop of ours. */
#include "header.h"

static int unused_variable;

int compare(unsigned a, int b) { return a < b; }

int shadow(int a) {
  {
    int a = 2;
    return a;
  }
}

int fall_through(int x) {
  switch (x) {
  case 1:
    x++;
  case 2:
    x--;
  }
  return x;
}

int convert(double d, float f) {
  int i = d;
  return f == i;
}

#ifdef NAME
int NAME;
#endif

int main(void) {
  int y[4], i;
  @DIRECTIVE@
  for (i = 0; i < 4; i++)
    y[i] = HEADER * i;
  return y[3] != 3;
}
