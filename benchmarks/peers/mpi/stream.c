/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* STREAM over MPI: each rank has its part of the vectors, and says nothing to others. */
#include "ranks.h"

void copy(int n, const double *restrict a, double *restrict c) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    c[i] = a[i];
}

void scale(int n, double factor, const double *restrict c, double *restrict b) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    b[i] = factor * c[i];
}

void add(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    c[i] = a[i] + b[i];
}

void triad(int n, double factor, const double *restrict b, const double *restrict c, double *restrict a) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    a[i] = b[i] + factor * c[i];
}
