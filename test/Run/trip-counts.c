// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with zero, one, two, a prime number of, and ten million iterations all have the right result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

static void increment(int n, unsigned char *a, int extent) {
#pragma omp parallel for hetero(1) part_copy(a[1:extent])
  for (int i = 0; i < n; i++)
    a[i] = a[i] + i % 5 + 1;
}

int main(void) {
  enum { HUGE = 10000000 };
  unsigned char *a = calloc(HUGE, 1);
  int counts[] = {0, 1, 2, 3, 5, 10007, HUGE, -4};
  for (int k = 0; k < (int)(sizeof counts / sizeof counts[0]); k++) {
    increment(counts[k], a, HUGE);
    printf("%d ", counts[k]);
    printChecksum("a", a, HUGE);
  }
  free(a);
}
