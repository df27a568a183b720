// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of row pointers, with and without clauses, of a function, a struct and the file. Devices take part wherever
// the rows lie: in one block, in a wider one, separately, or in reverse order.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetcc++ -x c++ -O2 %s -o %t.xx 2>&1 | count 0
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.xx
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json 'iterations("emulated") > 0'
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK-NOT: no accelerator
#include <stdio.h>
#include <stdlib.h>

enum { N = 103, M = 17 };
enum How { Block, Wide, Apart, Backwards };

/// Rows of M numbers: in one block, in a wider one, allocated separately, or from the last to the first.
static double **rows(enum How how) {
  double **a = (double **)malloc(N * sizeof *a);
  double *all = (double *)calloc(N * (M + 5), sizeof *all);
  for (int i = 0; i < N; i++)
    a[i] = how == Block       ? all + i * M
           : how == Wide      ? all + i * (M + 5)
           : how == Backwards ? all + (N - 1 - i) * M
                              : (double *)calloc(M + i % 7 * 3, sizeof **a);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = i % 7 + j;
  return a;
}

static double total(double **a) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum += a[i][j] * (1 + (i * M + j) % 11);
  return sum;
}

static void declared(int n, int m, double **a, double **b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] += 2 * a[i][j] + 1;
}

static void found(int n, int m, double *const *a, double **b) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] += 2 * a[i][j] + 1;
}

static void sweep(int n, int m, double **from, double **to) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
}

static double sum(int n, int m, double **a) {
  double all = 0;
#pragma omp parallel for reduction(+ : all) hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      all += a[i][j];
  return all;
}

static void columns(int n, int m, double **a, double **b) {
#pragma omp parallel for hetero(1) map(to : a[0:n][0:m]) part_copy(b[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[i][j] = a[i][j] - b[i][j];
}

static double rowSum(int m, const double *row) {
  double all = 0;
  for (int j = 0; j < m; j++)
    all += row[j];
  return all;
}

static void handed(int n, int m, double **a, double *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    const double *row = a[i];
    y[i] += rowSum(m, a[i]) + row[m - 1];
  }
}

struct Grid {
  int n, m;
  double **cells;
};

static void scale(struct Grid *g, double by) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->m; j++)
      g->cells[i][j] *= by;
}

static double *fixed[N];

static void shift(int m) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < m; j++)
      fixed[i][j] -= j;
}

int main(void) {
  for (int how = Block; how <= Backwards; how++) {
    double **a = rows((enum How)how), **b = rows((enum How)how), y[N] = {0};
    struct Grid grid = {N, M, a};
    declared(N, M, a, b);
    found(N, M, a, b);
    printf("%.6g", total(b));
    for (int pass = 0; pass < 6; pass++) {
      double **swapped = a;
      sweep(N, M, a, b);
      a = b, b = swapped;
    }
    printf(" %.6g %.6g", total(a), sum(N, M, b));
    columns(N, M, a, b);
    handed(N, M, b, y);
    scale(&grid, 3);
    printf(" %.6g %.6g %.6g", total(b), total(grid.cells), y[N / 2]);
    for (int i = 0; i < N; i++)
      fixed[i] = b[i];
    shift(M);
    declared(1, M, a, b);
    declared(0, M, NULL, NULL);
    found(N - 2, 3, a + 1, b + 1);
    found(2, M, b, b + 5);
    printf(" %.6g\n", total(b));
  }
  return 0;
}
