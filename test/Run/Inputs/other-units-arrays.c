// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that read arrays of their callers, and a function that writes a row.
#include "other-units.h"

int offset(int value) { return twice(value) + 100; }

double dot(const double *a, const double *b, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

int find(const int *sorted, int count, int wanted) {
  int low = 0, high = count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (sorted[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int locate(int *sorted, int count, int wanted) { return find(sorted, count, wanted) + sorted[0]; }

void stretch(double *row, int count, double by) {
  for (int i = 0; i < count; i++)
    row[i] *= by;
}
