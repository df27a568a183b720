// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences and sums of unsigned numbers wrap around, in conditions and in bounds of inner loops: the iterations that
// they allow differ from those that the same text allows for signed numbers.
// RUN: %hetcc -O2 -Wno-hetcc %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <stddef.h>
#include <stdio.h>

enum { N = 60, Length = N * 10 + 40 };
static double from[Length], to[Length];

static void show(const char *name) {
  double sum = 0;
  for (int e = 0; e < Length; e++)
    sum += to[e] * (e % 13 + 1);
  printf("%s %g\n", name, sum);
  for (int e = 0; e < Length; e++)
    to[e] = -e;
}

static void stencil(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    if (i - 1 < n - 2)
      y[i] = x[i - 1] + x[i + 1];
}

static void stencilOfSizes(size_t n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (size_t i = 0; i < n; i++)
    if (i - 1 < n - 2)
      y[i] = x[i - 1] + x[i + 1];
}

/// The condition uses a local variable.
static void previous(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++) {
    unsigned lo = i - 1;
    if (lo < i)
      y[i] = x[lo];
  }
}

static void always(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    if (i - 3 <= i)
      y[i] = x[i];
}

static void most(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    if (i - 10 >= 4)
      y[i] = x[i];
}

static void columns(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < 10; j++)
      if (j - 3 < 4)
        y[i * 10 + j] = x[i * 10 + j];
}

/// `less` may be greater than `n`, and adding k, the greatest unsigned number, subtracts 1.
static void byNumbers(unsigned n, unsigned less, unsigned k, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 1; i < n; i++) {
    if (i < n - less)
      y[i] = x[i];
    if (i + k < n)
      y[i + n] = x[i + k];
  }
}

/// The inner loop has zero iterations, or begins at the first element.
static void inner(unsigned n, int from, unsigned m, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    for (int j = from; j < m; j++)
      y[i * 10 + j] = x[i * 10 + j];
}

/// After a cast to int, the difference has its signed value.
static void regained(unsigned n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (unsigned i = 0; i < n; i++)
    if ((int)(i - 1) >= 0 && (int)i + 1 < (int)n)
      y[i] = x[i - 1] + x[i + 1];
}

/// None of these expressions wraps around in an iteration that runs.
static void rows(size_t n, size_t m, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (size_t i = 0; i < n; i++) {
    if (i < n - 1)
      y[i * m] = x[i + 1];
    for (size_t j = 1; j < m - 1; j++)
      y[i * m + j] = x[i * m + j - 1] + x[i * m + j + 1];
  }
}

int main(void) {
  for (int e = 0; e < Length; e++)
    from[e] = e % 17, to[e] = -e;
  stencil(N, from, to), show("stencil");
  stencilOfSizes(N, from, to), show("stencil of sizes");
  previous(N, from, to), show("previous");
  always(N, from, to), show("always");
  most(N, from, to), show("most");
  columns(N, from, to), show("columns");
  byNumbers(N, 3, 2, from, to), show("by numbers");
  byNumbers(N, N + 9, -1u, from, to), show("by numbers that wrap around");
  inner(N, 2, 8, from, to), show("inner");
  inner(N, -2, 8, from, to), show("inner from below zero");
  regained(N, from, to), show("regained");
  rows(N, 10, from, to), show("rows");
}
