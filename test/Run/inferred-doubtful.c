// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that hetcc found do not fit every call: arrays that overlap, negative indices, bounds beyond a row, rows
// without elements, memory that a condition guards. Then the cores run the loop as without hetcc, and the call is no
// error.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t > %t.out
// RUN: diff %t.expected %t.out

#include "Inputs/checksum.h"
#include <stdlib.h>
#include <string.h>

static void copy(int n, const double *from, double *to) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

static void range(int first, int last, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = first; i < last; i++)
    y[i] += i;
}

static void before(int first, int last, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = first; i < last; i++)
    y[i] = x[i - 2];
}

// Rows overlap if `used` is greater than `pitch`: then the order of iterations would matter, and no caller does that.
static void rows(int n, int pitch, int used, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < used; j++)
      y[i * pitch + j] = i + j;
}

static void optional(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = x ? x[i] : i;
}

static void scatter(int n, const int *to, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[to[i]] = i;
}

static void pairs(int n, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[2 * i] = i;
    y[2 * i + 1] = -i;
  }
}

static void halves(int n, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[i] = i;
    y[i + n] = -i;
  }
}

static void redBlack(int n, int colour, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    if (i % 2 == colour)
      y[i] = y[i - 1] + y[i + 1];
}

int main(void) {
  enum { N = 1000 };
  double *x = malloc(2 * N * sizeof *x), *y = calloc(2 * N, sizeof *y);
  int *to = malloc(N * sizeof *to);
  for (int i = 0; i < 2 * N; i++)
    x[i] = i % 17;
  for (int i = 0; i < N; i++)
    to[i] = i * 7 % N;
  copy(N, x, y);
  copy(N, x, x + N);
  copy(N, x + N, x);
  copy(N, y, y);
  copy(0, NULL, NULL);
  copy(-3, NULL, NULL);
  printChecksum("copy", x, 2 * N * sizeof *x);
  range(0, N, y);
  range(-N / 2, N / 2, y + N);
  range(5, 5, NULL);
  printChecksum("range", y, 2 * N * sizeof *y);
  before(2, N, x, y);
  before(0, N, x + 2, y);
  before(-4, N, x + 8, y + 4);
  printChecksum("before", y, 2 * N * sizeof *y);
  rows(10, 20, 20, y);
  rows(10, 20, 13, y);
  rows(10, 20, 0, NULL);
  rows(10, -20, 5, y + 400);
  rows(1, 3, 60, y);
  printChecksum("rows", y, 2 * N * sizeof *y);
  optional(N, x, y);
  optional(N, NULL, y);
  printChecksum("optional", y, 2 * N * sizeof *y);
  scatter(N, to, y);
  pairs(N, y);
  halves(N, x);
  redBlack(N, 0, y);
  redBlack(N, 1, y);
  printChecksum("x", x, 2 * N * sizeof *x);
  printChecksum("y", y, 2 * N * sizeof *y);
}
