// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A const variable keeps its initial value, even if the variable that initialized it changes later.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1000 };
static int x[N], y[N];

static void bounds(int a, int n) {
  const int first = a;
  a += 50;
#pragma omp parallel for
  for (int i = first; i < n; i++)
    if ((unsigned)(i - a) < 10u)
      y[i] = x[i] + a;
}

static double rows(int m, int n) {
  const int length = m;
  double(*from)[length] = malloc(n * sizeof *from), (*to)[length] = calloc(n, sizeof *to);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length; j++)
      from[i][j] = i * length + j;
  m = 3;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] = from[i][j] + from[n - 1 - i][j + 4] + m;
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length; j++)
      sum += to[i][j] * (i + j);
  free(from), free(to);
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = 3 * i, y[i] = i;
  bounds(3, 900);
  printChecksum("y", y, sizeof y);
  printf("%.1f\n", rows(10, 100));
}
