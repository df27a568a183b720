// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts with a factor that is zero or negative at run time.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 1500 };

static void stretched(int n, int s, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 3)
    y[i] = x[i * s];
}

static void rows(int n, int m, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      y[i] += x[i * m + j];
}

static void none(int n, int m, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += x[i * m + j];
}

int main(void) {
  double *x = malloc(3 * N * sizeof *x), *y = calloc(N, sizeof *y), sum = 0;
  for (int i = 0; i < 3 * N; i++)
    x[i] = i % 91;
  for (int s = 2; s >= -1; s--)
    stretched(N, s, s < 0 ? x + N - 1 : x, y);
  for (int m = 3; m >= 0; m--) {
    rows(N - 3, m, x, y);
    none(N, m, x, y);
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 7);
  printf("%.1f\n", sum);
  free(x), free(y);
}
