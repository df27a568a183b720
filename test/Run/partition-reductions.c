// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of a block into arrays, sections and structs: loops add to their thread's values, wherever they run.
// Values that devices keep for other regions are written back before the block, and are out of date after it.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:2 %t > %t.back && diff %t.back %t.expected

#include "Inputs/checksum.h"
#include <stdlib.h>

typedef struct {
  long low, high;
} Extremes;
#pragma omp declare reduction(extremes : Extremes : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, \
                                  omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high)              \
    initializer(omp_priv = {1000000, -1000000})

enum { Bins = 8 };

static void histograms(int n, int rows, const int *x, long *byRow, Extremes *found) {
  int start = 0, end = n;
  long bins[Bins] = {0}, grid[2][Bins] = {{0}};
  Extremes range = *found;
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(to : x[0:n, i])                    \
    reduction(+ : bins, grid[1:1][0:Bins], byRow[1 : rows - 1]) reduction(extremes : range)
  for (int round = 0; round < 3; round++) {
    for (int i = start; i < end; i++) {
      bins[x[i] % Bins]++;
      grid[1][x[i] / Bins % Bins] += round;
    }
    for (int i = start; i < end; i++) {
      byRow[1 + x[i] % (rows - 1)] += x[i];
      range.low = x[i] < range.low ? x[i] : range.low;
      range.high = x[i] > range.high ? x[i] : range.high;
    }
  }
  *found = range;
  printChecksum("bins", bins, sizeof bins);
  printChecksum("grid", grid, sizeof grid);
}

/* The block's host code reads values that only devices had, and its loop writes arrays that they kept. */
static long kept(int n, int *x, int *y) {
  int start = 0, end = n;
  long seen = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copy(y[1:n]) persist(x, y)
  for (int i = 0; i < n; i++)
    x[i] += 3, y[i] -= 1;
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i]) reduction(+ : seen)
  {
    if (start == 0)
      seen += y[n - 1];
    for (int i = start; i < end; i++)
      x[i] *= 2;
  }
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copy(y[1:n]) persist(x, y)
  for (int i = 0; i < n; i++)
    y[i] += x[i];
#pragma omp depersist(x, y)
  return seen;
}

int main(void) {
  enum { N = 5000, Rows = 7 };
  int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  long byRow[Rows] = {0};
  for (int i = 0; i < N; i++)
    x[i] = i * 13 % 711, y[i] = i;
  Extremes range = {300, 300};
  histograms(N, Rows, x, byRow, &range);
  printChecksum("byRow", byRow, sizeof byRow);
  printChecksum("range", &range, sizeof range);
  long seen = kept(N, x, y);
  printChecksum("seen", &seen, sizeof seen);
  printChecksum("x", x, N * sizeof *x);
  printChecksum("y", y, N * sizeof *y);
  free(x), free(y);
}
