// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Segments whose begins and ends are unordered: the first and the last iteration do not bound the elements that are used.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 3000 };
static int row[N + 1], begin[N], end[N];

int main(void) {
  for (int i = 0; i < N; i++)
    row[i + 1] = row[i] + (i * 7919 % 11 == 3 ? 0 : i % 6);
  for (int i = 0; i < N; i++)
    begin[i] = row[i * 7 % N], end[i] = row[i * 7 % N + 1];
  int *f = calloc(row[N], sizeof *f), *g = calloc(N, sizeof *g);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = begin[i]; k < end[i]; k++)
      f[k] = i + k;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = begin[i]; k < end[i]; k++)
      g[i] += f[k];
  printChecksum("f", f, row[N] * sizeof *f);
  printChecksum("g", g, N * sizeof *g);
  free(f), free(g);
}
