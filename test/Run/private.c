// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private variable is private to each iteration, also if it is declared outside of the loop. The outer variable keeps
// its value.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 2003 };
static int x[N], y[N];

int main(void) {
  int temporary = -1, k = -2, digits[4] = {9, 9, 9, 9};
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copyout(y[1:N]) private(temporary, k, digits)
  for (int i = 0; i < N; i++) {
    temporary = x[i];
    for (k = 0; k < 4; k++) {
      digits[k] = temporary % 10;
      temporary /= 10;
    }
    y[i] = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3];
  }
  printChecksum("y", y, sizeof y);
}
