// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct that the body only reads is passed by value, except pointers in it. Its type is declared in device code,
// with nested structs, unions and arrays.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1103 };
static int x[N];

struct setup {
  int scale;
  struct {
    int low, high;
  } limits;
  union {
    unsigned bits;
    float number;
  } mask;
  short weights[4];
};

int main(void) {
  struct setup setup = {3, {-50, 2500}, {0xff3u}, {1, 4, 6, 4}};
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    int value = setup.scale * i + setup.weights[i & 3];
    if (value > setup.limits.high)
      value = setup.limits.high;
    x[i] = value & (int)setup.mask.bits;
  }
  printChecksum("x", x, sizeof x);
}
