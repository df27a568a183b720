// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop's bound, its initial value and an extent may be class objects that convert to an integer.
// RUN: %hetccxx -O2 %s -o %t 2>&1 | count 0
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

struct Number {
  short value;
  operator short() const { return value; }
};

static int x[1201];

int main() {
  Number first{3}, bound{1201};
#pragma omp parallel for hetero(1) part_copy(x[1:bound])
  for (int i = first; i < bound; i++)
    x[i] += i;
#pragma omp parallel for hetero(1) part_copy(x[1:bound])
  for (long i = bound - 1; i >= first; i -= 2)
    x[i] *= 3;
  printChecksum("x", x, sizeof x);
}
