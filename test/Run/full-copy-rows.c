// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A full copy of an array of rows keeps the declared row length, however few columns the clause names.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 101, M = 20 };
static int table[N][M], y[N];

int main(void) {
  int n = N, m = 12;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      table[i][j] = 31 * i + j;
#pragma omp parallel for hetero(1) map(to : table[0:n][0:m]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = table[n - 1 - i][i % m];
  printChecksum("y", y, sizeof y);
}
