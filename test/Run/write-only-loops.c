// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An output array needs no copy of its old values only if each iteration writes all of its rows, as they are declared.
// A loop that may have zero iterations, a clause that names a part of each row, and a diagonal write less.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1207, M = 20, K = 6 };

static void repeated(int n, int times, double *x) {
#pragma omp parallel for hetero(1) part_copyout(x[1:n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < times; k++)
      x[i] = k;
}

static void repeatedRows(int n, int times, double (*c)[M]) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:M])
  for (int i = 0; i < n; i++)
    for (int r = 0; r < times; r++)
      for (int j = 0; j < M; j++)
        c[i][j] = r + j;
}

static void flatRows(int n, int m, int times, double *c) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int r = 0; r < times; r++)
      for (int j = 0; j < m; j++)
        c[i * m + j] = r + j;
}

static void partOfRow(int n, int m, double (*c)[M]) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = -j;
}

static void constantPart(int n, double (*c)[M]) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:12])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 12; j++)
      c[i][j] = -j;
}

/* The row length was declared before m became smaller. */
static void shrunkRow(int n, int m, double *start) {
  double(*c)[m] = (double(*)[m])start;
  m -= 7;
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = i - j;
}

static void diagonal(int n, double (*c)[K][K]) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:K][0:K])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < K; j++)
      c[i][j][j] = i;
}

static void repeatedColumns(int n, int m, int times, double *c) {
#pragma omp parallel for hetero(1) part_copyout(c[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int r = 0; r < times; r++)
      for (int i = 0; i < n; i++)
        c[i * m + j] = r + i;
}

static void narrowColumns(int n, int m, double *c) {
#pragma omp parallel for hetero(1) part_copyout(c[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      c[(unsigned char)i * m + j] = i;
}

static void diagonalColumns(int k, int m, int n, double *v) {
#pragma omp parallel for hetero(1) part_copyout(v[0:k][1:m][0:n])
  for (int j = 0; j < m; j++)
    for (int i = 0; i < k; i++)
      for (int l = 0; l < n; l++)
        v[(i * m + j) * n + i] = l;
}

static double x[N], c[N][M], cube[N][K][K];

static void fill(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 100 + i;
}

int main(int argc, char **argv) {
  (void)argv;
  fill(x, N);
  repeated(N, argc - 1, x);
  printChecksum("no repetition", x, sizeof x);
  fill(c[0], N * M);
  repeatedRows(N, argc - 1, c);
  flatRows(N, M, argc - 1, c[0]);
  printChecksum("no repetition of rows", c, sizeof c);
  partOfRow(N, 12, c);
  printChecksum("part of each row", c, sizeof c);
  fill(c[0], N * M);
  constantPart(N, c);
  printChecksum("constant part of each row", c, sizeof c);
  fill(c[0], N * M);
  shrunkRow(N, M, c[0]);
  printChecksum("row that was longer", c, sizeof c);
  fill(c[0], N * M);
  repeatedColumns(N, M, argc - 1, c[0]);
  printChecksum("no repetition of columns", c, sizeof c);
  narrowColumns(N, M, c[0]);
  printChecksum("first rows of columns", c, sizeof c);
  fill(cube[0][0], N * K * K);
  diagonalColumns(K, N, K, cube[0][0]);
  printChecksum("diagonal of planes", cube, sizeof cube);
  fill(cube[0][0], N * K * K);
  diagonal(N, cube);
  printChecksum("diagonal", cube, sizeof cube);
}
