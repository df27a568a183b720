// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local pointer that is initialised with a place in an array and never moves is looked through: hetcc finds windows
// for accesses through it, needs no 'const' if it is only read through, and lanes share loops that write through it.
// RUN: %hetcc -O2 --hetcc-no-cuda --hetcc-explain %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetcc++ -x c++ -O2 %s -o %t.xx 2>&1 | count 0
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.xx
#include <stdio.h>

enum { N = 119, M = 14 };

// CHECK: pointers-to-elements.c:[[#@LINE+2]]:9: remark: found for this loop: '#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(y[1:n])'
static void rows(int n, int m, const double *a, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    const double *row = a + i * m;
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += row[j];
    y[i] += sum;
  }
}

static void both(int n, int m, double *a, double *b) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double *from = &a[i * m], *to = &b[i * m];
    // CHECK: pointers-to-elements.c:[[#@LINE+1]]:5: remark: lanes of a device share this loop
    for (int j = 0; j < m; j++)
      to[j] = 2 * from[j] + to[j];
  }
}

static void points(int n, const double *x, double *r) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    const double *p = &x[3 * i];
    r[i] += p[0] * p[0] + p[1] * p[1] - p[2];
  }
}

static void clauses(int n, int m, double *a, double *b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (int i = 0; i < n; i++) {
    double *from = a + i * m;
    double *to = b + i * m;
    for (int j = 1; j < m; j++)
      to[j] -= from[j - 1];
  }
}

static void pointersToRows(int n, int m, double **a, double **b) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n; i++) {
    double *above = a[i - 1], *own = a[i], *to = b[i];
    for (int j = 0; j < m; j++)
      to[j] += above[j] - own[j];
  }
}

static void planes(int n, int m, double (*a)[M], double (*b)[M]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double *from = a[i], *to = b[i];
    for (int j = 0; j < m; j++)
      to[j] += from[m - 1 - j];
  }
}

int main(void) {
  static double a[N * M], b[N * M], y[N], *rowsOf[2][N];
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    a[i] = i % 17 - 3;
  for (int i = 0; i < N; i++)
    rowsOf[0][i] = a + i * M, rowsOf[1][i] = b + i * M;
  rows(N, M, a, y);
  both(N, M, a, b);
  points(N, a, y);
  clauses(N, M, a, b);
  pointersToRows(N, M, rowsOf[0], rowsOf[1]);
  planes(N, M, (double(*)[M])a, (double(*)[M])b);
  for (int i = 0; i < N * M; i++)
    sum += b[i] * (i % 7) + y[i % N];
  printf("%.1f\n", sum);
  return 0;
}
