// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda that is created and called in the loop body works in the device form. It may capture the body's own
// variables, and values that the region reads.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static int x[2003], y[2003];

int main() {
  int scale = 3;
  for (int i = 0; i < 2003; i++)
    x[i] = i % 31;
#pragma omp parallel for hetero(1) part_copyin(x[1:2003]) part_copyout(y[1:2003])
  for (int i = 0; i < 2003; i++) {
    int base = x[i];
    auto power = [&](int exponent) {
      int result = 1;
      for (int k = 0; k < exponent; k++)
        result *= base;
      return result * scale;
    };
    y[i] = power(2) + power(3);
  }
  printChecksum("y", y, sizeof y);
}
