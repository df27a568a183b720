// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, in two and three dimensions, each allocated separately between other arrays: devices have them
// as the rows of one array. Halos, columns, gaps, triangles, writes at any index and under conditions, equal row
// pointers, several names of one array, and pointers that the loop does not follow.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetcc++ -x c++ -O2 %s -o %t.xx 2>&1 | count 0
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.xx
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json 'iterations("emulated") > 0'
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 37, M = 13, L = 11 };

static void *between[4];

/// Rows of floats whose size is no multiple of 8 bytes, each allocated separately with other memory before it.
static float **plane(int n, int m) {
  float **a = (float **)malloc((size_t)n * sizeof *a);
  for (int i = 0; i < n; i++) {
    between[i % 4] = malloc((size_t)(i * 7 % 5) * 16 + 8);
    a[i] = (float *)malloc((size_t)m * sizeof **a);
    for (int j = 0; j < m; j++)
      a[i][j] = (float)(i % 7 + j * j % 11);
  }
  return a;
}

static float ***cube(void) {
  float ***a = (float ***)malloc(N * sizeof *a);
  for (int i = 0; i < N; i++)
    a[i] = plane(M, L);
  return a;
}

static double total(float **a, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += a[i][j] * (1 + (i * m + j) % 13);
  return sum;
}

static double volume(float ***a) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += total(a[i], M, L) * (1 + i % 3);
  return sum;
}

static void stencil(int n, int m, int l, float ***u, float ***v, float ***r) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      for (int k = 1; k < l - 1; k++)
        r[i][j][k] = v[i][j][k] - (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                   u[i][j][k - 1] + u[i][j][k + 1]) / 6;
}

static void faces(int n, int m, int l, float ***u) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < m - 1; j++) {
      u[i][j][l - 1] = u[i][j][1];
      u[i][j][0] = u[i][j][l - 2];
    }
    for (int k = 0; k < l; k++) {
      u[i][m - 1][k] = u[i][1][k];
      u[i][0][k] = u[i][m - 2][k];
    }
  }
#pragma omp parallel for hetero(1)
  for (int j = 0; j < m; j++)
    for (int k = 0; k < l; k++) {
      u[n - 1][j][k] = u[1][j][k];
      u[0][j][k] = u[n - 2][j][k];
    }
}

static void coarser(int n, int m, int l, float ***r, float ***s) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      for (int k = 1; k < l - 1; k++)
        s[i][j][k] = (r[2 * i][2 * j][2 * k] + r[2 * i + 1][2 * j][2 * k - 1]) / 2;
}

static void declared(int n, int m, int l, float ***a, float ***b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n:1][0:m][0:l]) part_copy(b[1:n][0:m][0:l])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        b[i][j][k] += (i ? a[i - 1][j][k] : 0) - a[i][j][k] / 4;
}

static double norm(int n, int m, int l, float *const *const *r) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) hetero(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j += 2)
      for (int k = 1; k < l; k++)
        sum += r[i][j][k] * (j + 1);
  return sum;
}

static float last(int l, const float *row) { return row[l - 1] + row[0]; }

static void handed(int n, int m, int l, float ***a, float **b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m][0:l]) part_copy(b[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] += last(l, a[i][j]);
}

static void columns(int n, int m, float **a, float **b) {
#pragma omp parallel for hetero(1)
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[i][j] = a[i][j] - b[i][j];
}

static void triangle(int n, float **a) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j <= i; j++)
      a[i][j] *= 2;
}

static void guarded(int n, int m, float **a, float **b) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > 3)
        b[i][j] = a[i][j] / 2;
}

static void scattered(int n, int m, const int *to, float **a) {
#pragma omp parallel for hetero(1) map(tofrom : a[0:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[to[i]][m - 1 - j] = (float)(i + j);
}

struct Grid {
  int n, m;
  float **cells, ***levels;
};

static void scale(struct Grid *g, float by) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->m; j++) {
      g->cells[i][j] *= by;
      g->levels[i][j][1] += by;
    }
}

// CHECK-DAG: no accelerator: 'a', line [[#@LINE+6]]: wanted rows behind pointers that can be copied: found a null pointer for row 5
static double firsts(int n, const int *use, float **a) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) hetero(1)
  for (int i = 0; i < n; i++)
    if (use[i] != 5)
      sum += a[i][0];
  return sum;
}

// CHECK-DAG: no accelerator: 'a', line [[#@LINE+6]]: wanted rows behind pointers that can be copied: found rows that overlap, and the loop writes them
static void add(int n, int m, const int *shorter, float **a, float **b) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (j < shorter[i])
        a[i][j] += b[i][j];
}

int main(void) {
  float both[4 + M] = {0}, **a = plane(N, M), **b = plane(N, M), *rows[N], ***u = cube(), ***v = cube(), ***r = cube(), ***s = cube();
  int to[N];
  struct Grid grid = {N, M, b, s};
  for (int i = 0; i < N; i++)
    to[i] = (i * 5 + 3) % N;
  for (int pass = 0; pass < 4; pass++) {
    stencil(N, M, L, u, v, r);
    stencil(N, M, L, u, r, r); // two parameters are the same array
    faces(N, M, L, u);
    coarser(N / 2, M / 2, L / 2, r, s);
    declared(N, M, L, r, v);
    handed(N, M, L, v, b);
    columns(N, M, a, b);
    triangle(M, a);
    guarded(N, M, a, b);
    scattered(N, M, to, a);
    scale(&grid, 0.5f);
    printf("%.7g %.7g %.7g %.7g", volume(u), volume(v), volume(r), volume(s));
    printf(" %.7g %.7g %.7g\n", total(a, N, M), total(b, N, M), norm(N, M, L, (float *const *const *)r));
  }
  for (int i = 0; i < N; i++)
    rows[i] = a[i % 3]; // several row pointers are equal, and the rows are only read
  columns(N, M, rows, b);
  printf("%.7g\n", total(b, N, M));
  for (int i = 0; i < N; i++) {
    to[i] = i ? M : 4;
    rows[i] = i < 2 ? both + 4 * i : b[i]; // the first row is the beginning of the second one, and both are written
  }
  add(N, M, to, rows, a);
  printf("%.7g %.7g\n", total(rows, N, M), both[3]);
  for (int i = 0; i < N; i++)
    to[i] = i;
  rows[5] = NULL;
  printf("%.7g\n", firsts(N, to, rows));
  stencil(0, 0, 0, NULL, NULL, NULL);
  return 0;
}
