// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that the body of a region calls may contain a region. The inner region runs as a nested loop in the outer
// one's thread.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

#include "Inputs/checksum.h"

enum { ROWS = 23, N = 211 };
static int a[ROWS][N];

static void fill(int *row, int seed) {
#pragma omp parallel for hetero(1) part_copy(row[1:N])
  for (int i = 0; i < N; i++)
    row[i] = seed * i;
}

int main(void) {
#pragma omp parallel for hetero(1) part_copy(a[1:ROWS][0:N])
  for (int r = 0; r < ROWS; r++)
    fill(a[r], r + 1);
  printChecksum("a", a, sizeof a);
}
