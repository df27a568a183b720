// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, whose lengths are in integer arrays: a sparse product over rows in one block, and over rows
// that are allocated separately, shorter at the border, empty or null; ragged rows that are written; lengths that give
// the part of another array that is used.
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

enum { N = 240, Longest = 9 };

/// As in finite element programs: row pointers into one block or several.
struct Matrix {
  int rows;
  int *length;
  double **values;
  int **columns;
};

static void product(struct Matrix *A, const double *const x, double *const y) {
  const int rows = (const int)A->rows;
#pragma omp parallel for hetero(1) map(to : x[0:rows])
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    const double *const values = (const double *const)A->values[i];
    const int *const columns = (const int *const)A->columns[i];
    const int length = (const int)A->length[i];
    for (int j = 0; j < length; j++)
      sum += values[j] * x[columns[j]];
    y[i] = sum;
  }
}

static void scale(int n, const short *length, double **a) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      a[i][j] = a[i][j] / 2 + j;
}

static void backwards(int n, const unsigned char *from, const short *to, float *const *a, float **b) {
#pragma omp parallel for hetero(1)
  for (int i = n - 1; i > 0; i -= 3)
    for (int j = from[i]; j <= to[i] - 1; j++)
      b[i][j] = a[i - 1][j + 1] * i;
}

static void prefixes(int n, const short *length, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < length[i]; j++)
      sum += x[j];
    y[i] = sum;
  }
}

// The loop writes the lengths before it reads them.
// CHECK-DAG: no accelerator: 'used', line [[#@LINE+2]]: the region writes what says how far it goes in other arrays
static void consumed(int n, const int *length, int *used, double **a, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    used[i] = length[i] / 2;
    for (int j = 0; j < length[i]; j++)
      y[i] += a[i][j];
  }
}

/// All rows in one block, as if the matrix were built row by row.
static struct Matrix *packed(void) {
  struct Matrix *A = (struct Matrix *)malloc(sizeof *A);
  double *value = (double *)malloc(N * Longest * sizeof *value);
  int *column = (int *)malloc(N * Longest * sizeof *column);
  A->rows = N;
  A->length = (int *)malloc(N * sizeof *A->length);
  A->values = (double **)malloc(N * sizeof *A->values);
  A->columns = (int **)malloc(N * sizeof *A->columns);
  for (int i = 0; i < N; i++) {
    A->length[i] = i % 40 == 0 || i % 40 == 39 ? Longest - 3 : Longest;
    A->values[i] = value;
    A->columns[i] = column;
    for (int j = 0; j < A->length[i]; j++) {
      *value++ = i % 11 - j * 0.5;
      *column++ = (i * 7 + j * 13) % N;
    }
  }
  return A;
}

/// Each row is allocated separately; empty rows are null.
static struct Matrix *scattered(const struct Matrix *Of) {
  struct Matrix *A = packed();
  for (int i = 0; i < N; i++) {
    A->length[i] = i % 5 == 3 ? 0 : Of->length[i] - i % 4;
    A->values[i] = NULL;
    A->columns[i] = NULL;
    if (A->length[i] == 0)
      continue;
    A->values[i] = (double *)malloc((size_t)A->length[i] * sizeof(double));
    A->columns[i] = (int *)malloc((size_t)A->length[i] * sizeof(int));
    for (int j = 0; j < A->length[i]; j++) {
      A->values[i][j] = Of->values[i][j];
      A->columns[i][j] = Of->columns[i][j];
    }
  }
  return A;
}

static double total(const double *y) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (1 + i % 17);
  return sum;
}

int main(void) {
  struct Matrix *one = packed(), *apart = scattered(one);
  double *x = (double *)malloc(N * sizeof *x), *y = (double *)malloc(N * sizeof *y);
  float *rows[N], *others[N];
  unsigned char from[N];
  short to[N];
  for (int i = 0; i < N; i++) {
    x[i] = i % 9 + 0.25;
    from[i] = (unsigned char)(i % 3);
    to[i] = (short)(i * 5 % 8);
    rows[i] = (float *)malloc((Longest + 1) * sizeof(float));
    others[i] = to[i] > from[i] ? (float *)malloc((size_t)to[i] * sizeof(float)) : NULL;
    for (int j = 0; j <= Longest; j++)
      rows[i][j] = (float)(i + j);
    for (int j = 0; others[i] && j < to[i]; j++)
      others[i][j] = 0;
  }
  for (int pass = 0; pass < 4; pass++) {
    product(one, x, y);
    printf("%.10g ", total(y));
    product(apart, y, x);
    printf("%.10g ", total(x));
    for (int i = 0; i < N; i++)
      to[i] = (short)(i % 5 == 3 ? -1 : apart->length[i] - pass % 2);
    scale(N, to, apart->values);
    prefixes(N, to, x, y);
    for (int i = 0; i < N; i++)
      to[i] = (short)(i * 5 % 8);
    backwards(N, from, to, rows, others);
    double sum = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; others[i] && j < to[i]; j++)
        sum += others[i][j] * (j + 1);
      x[i] = y[i] / 64;
    }
    printf("%.10g %.10g\n", total(y), sum);
  }
  int *length = apart->length;
  consumed(N, length, length, apart->values, y);
  printf("%.10g\n", total(y));
  return 0;
}
