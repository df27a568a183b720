// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region inside of an active parallel region runs as a nested OpenMP loop, without accelerators. The result is the
// serial one.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

#include "Inputs/checksum.h"

enum { ROWS = 6, N = 501 };
static int a[ROWS][N];

static void bump(int *row, int by) {
#pragma omp parallel for hetero(1) part_copy(row[1:N])
  for (int i = 0; i < N; i++)
    row[i] += by * i;
}

int main(void) {
#pragma omp parallel for num_threads(2)
  for (int r = 0; r < ROWS; r++)
    for (int pass = 0; pass < 3; pass++)
      bump(a[r], r + pass);
  printChecksum("a", a, sizeof a);
}
