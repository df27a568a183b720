// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop may compare its iterator by <, <=, >, >= and !=, with the bound on either side. Each form runs the serial
// loop's iterations.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 503 };
static unsigned a[N];

int main(void) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 1; i <= N - 1; i++)
    a[i] += 10;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = N - 1; i > 0; i--)
    a[i] += 100;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = N - 2; i >= 2; i--)
    a[i] += 1000;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 3; i != N; i++)
    a[i] += 10000;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 4; N > i; ++i)
    a[i] += 100000;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = N - 5; 5 <= i; --i)
    a[i] += 1000000;
  printChecksum("a", a, sizeof a);
}
