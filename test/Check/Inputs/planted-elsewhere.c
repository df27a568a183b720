/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What the planted faults call in another unit. */
#include "planted-elsewhere.h"

void put(double *x, int at, double value) { x[at] = value; }

double get(const double *x, int at) { return x[at]; }

void addTo(double *x, int at, double value) { x[at] += value; }

double sumOf(const double *x, int from, int to) {
  double sum = 0;
  for (int k = from; k < to; k++)
    sum += x[k];
  return sum;
}

void clear(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

void accumulate(double *row, const double *x, int m) {
  for (int j = 0; j < m; j++)
    row[j] += x[j];
}
