// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No clause names an array: hetcc finds the windows in the loop bodies. Each scheduler on each mix of devices gives the
// serial result, and devices take part in each loop.
// RUN: %hetcc -O2 -Werror=hetcc-host-only %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 2003, M = 37 };

static void axpy(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

// A halo of one element on one side and two on the other; elements at the ends keep their values.
static void stencil(int n, const double *from, double *to) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 2; i++)
    to[i] = from[i - 1] + 2 * from[i] - from[i + 2];
}

static void guarded(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    if (i > 0)
      sum += x[i - 1];
    if (i < n - 1)
      sum += x[i + 1];
    y[i] = sum;
  }
}

static void shifted(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = x[i + 3];
}

static void downwards(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = n - 1; i >= 0; i -= 2)
    y[i] = x[i] + 1;
}

static int wanted[N];
static double chosen[N];

// The array's type gives its length.
static void some(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (wanted[i] % 3 == 0)
      chosen[i] = i - chosen[i];
}

static void product(int n, int m, const double *a, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * x[j];
    y[i] = sum;
  }
}

static void columns(int n, int m, const double *a, double *sums) {
#pragma omp parallel for hetero(1)
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += a[i * m + j];
    sums[j] = sum;
  }
}

static void matrices(int n, const double *a, const double *b, double *c) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static void plane(int n, int m, const double *a, double *b) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}

static void triangle(int n, double (*l)[M]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] += i - j;
}

static void triples(int n, const unsigned char *grey, unsigned char *rgb) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      rgb[3 * i + c] = (unsigned char)(grey[i] + c);
}

static void moving(int n, int width, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < width; k++)
      sum += x[i + k];
    y[i] = sum;
  }
}

struct grid {
  int rows, columns;
  double *cells;
};

static void members(const struct grid *from, struct grid to) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < from->rows; i++)
    for (int j = 0; j < to.columns; j++)
      to.cells[i * to.columns + j] = from->cells[i * to.columns + j] + 1;
}

static double table[M], matrix[N][M];

static void globals(const int *which, double *y, int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = table[which[i] % M] + matrix[i][3];
}

static double total(int n, const double *x) {
  double sum = 0;
#pragma omp parallel for hetero(1) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (int)x[i] % 7;
  return sum;
}

int main(void) {
  double *x = malloc((N + 8) * sizeof *x), *y = calloc(N + 8, sizeof *y), *a = malloc(N * M * sizeof *a),
         *b = calloc(N * M, sizeof *b);
  int *which = malloc(N * sizeof *which);
  unsigned char *grey = malloc(N), *rgb = malloc(3 * N);
  static double lower[M][M];
  for (int i = 0; i < N + 8; i++)
    x[i] = i % 101;
  for (int i = 0; i < N; i++)
    wanted[i] = which[i] = i * 7 % 50, grey[i] = (unsigned char)i;
  for (int i = 0; i < N * M; i++)
    a[i] = i % 53;
  for (int i = 0; i < M; i++)
    table[i] = i * i;
  for (int i = 0; i < N; i++)
    matrix[i][3] = i % 9;
  for (int pass = 0; pass < 3; pass++) {
    axpy(N, pass, x, y);
    printChecksum("axpy", y, N * sizeof *y);
    stencil(N, x, y);
    printChecksum("stencil", y, N * sizeof *y);
    guarded(N, x, y);
    printChecksum("guarded", y, N * sizeof *y);
    shifted(N, x, y);
    printChecksum("shifted", y, N * sizeof *y);
    downwards(N, x, y);
    printChecksum("downwards", y, N * sizeof *y);
    some(N - 5);
    printChecksum("some", chosen, sizeof chosen);
    product(N, M, a, x, y);
    printChecksum("product", y, N * sizeof *y);
    columns(N, M, a, y);
    printChecksum("columns", y, N * sizeof *y);
    matrices(M, a, a + M * M, b);
    printChecksum("matrices", b, M * M * sizeof *b);
    plane(N, M, a, b);
    printChecksum("plane", b, N * M * sizeof *b);
    triangle(M, lower);
    printChecksum("triangle", lower, sizeof lower);
    triples(N, grey, rgb);
    printChecksum("triples", rgb, 3 * N);
    moving(N, 5, x, y);
    printChecksum("moving", y, N * sizeof *y);
    struct grid from = {N, M, a}, to = {N, M, b};
    members(&from, to);
    printChecksum("members", b, N * M * sizeof *b);
    globals(which, y, N);
    printChecksum("globals", y, N * sizeof *y);
    printf("%g\n", total(N, x));
  }
}
