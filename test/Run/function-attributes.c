// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes before a function stay with the function: code that hetcc generates for its loops is inserted before the attributes.
// RUN: %hetcc -std=gnu2x -O2 %s -o %t
// RUN: %serial -std=gnu2x -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { n = 1201 };
static int x[n];

[[gnu::constructor]] void beforeMain(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}

__extension__ __attribute__((noinline)) static void twice(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

int main(void) {
  twice();
  printChecksum("x", x, sizeof x);
}
