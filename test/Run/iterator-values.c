// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iteration i uses index i, whatever the iterator's first value and direction. Values begin above zero, end below the
// extent, and count down in a signed type.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1009 };
static int a[N];

int main(void) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 100; i < 900; i++)
    a[i] += i;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (short i = 1000; i > 10; i--)
    a[i] ^= i;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (long i = N - 1; i >= 0; --i)
    a[i] = 2 * a[i] + 1;
  printChecksum("a", a, sizeof a);
}
