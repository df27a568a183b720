// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In OpenMP, the iterations of a chunk run in order in one thread, so they may depend on each other. If they do, or may
// do so, a loop without 'hetero' is not split; if each iteration only uses its own elements, it is.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include "Inputs/checksum.h"

enum { N = 5002, Bins = 16 };
static int x[N], y[N], bins[Bins], own[N][4], pairs[2 * N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % Bins;
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < N; i++)
    if (i & 1)
      y[i] = y[i - 1] * 3;
    else
      y[i] = x[i] + 1;
#pragma omp parallel for schedule(dynamic, N)
  for (int i = 0; i < N; i++)
    bins[x[i]]++;
#pragma omp parallel for schedule(static, 8)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 4; j++)
      own[i][j] = x[i] + own[i][3 - j];
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < N; i++)
    pairs[2 * i] = x[i], pairs[2 * i + 1] = pairs[2 * i] + 1;
  printChecksum("y", y, sizeof y);
  printChecksum("bins", bins, sizeof bins);
  printChecksum("own", own, sizeof own);
  printChecksum("pairs", pairs, sizeof pairs);
}
// CHECK-DAG: 2 of 4 loops split
