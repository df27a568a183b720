// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with OpenMP directives whose arrays are mapped by a data region, maybe in another function: the region gives the extents. A loop in
// the region that is not split sees what devices have computed, and devices see what that loop has written.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 -fopenmp --hetcc-auto --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static %t > %t.back && diff %t.back %t.expected
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary

// CHECK: auto-data-regions.c: 5 of 6 loops split
// CHECK-NEXT: 'omp target teams distribute parallel for' is not split: 'x[i / 2]' is written

#include "Inputs/checksum.h"
#include <stdlib.h>

static void square(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}

/// No subscript tells how long x is; the data region does. Outside of a data region the cores run the loop.
static void gather(int n, const int *at, const double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]] + 1;
}

/// A condition may guard elements that do not exist.
static void mask(int n, int most, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < most; i++)
    if (i < n)
      y[i] = -y[i];
}

/// The elements that an iteration writes depend on data.
static void scatter(int n, const int *at, const double *from, double *to) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    to[at[i]] = from[i];
}

/// One thread runs this loop in order, so iterations may write the same element.
static void lookBack(int n, double *x) {
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)
  for (int i = 0; i < n; i++)
    x[i / 2] = i;
}

int main(void) {
  int n = 1000;
  double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  int *at = malloc((size_t)n * sizeof *at);
  for (int i = 0; i < n; i++)
    x[i] = i, at[i] = (i * 7) % n;
#pragma omp target data map(to : at[0 : n]) map(tofrom : x[0 : n]) map(from : y[0 : n])
  {
    square(n, x, y);
    gather(n, at, y, x);
    scatter(n, at, x, y);
    gather(n, at, y, x);
    mask(n, 2 * n, x);
#pragma omp target update from(x[0 : n])
    printf("%g\n", x[n / 2]);
    x[n / 2] = 5;
#pragma omp target update to(x[n / 2 : 1])
    square(n, x, y);
  }
  printChecksum("x", x, (size_t)n * sizeof *x);
  printChecksum("y", y, (size_t)n * sizeof *y);
#pragma omp target enter data map(to : x[ : n])
#pragma omp target teams distribute parallel for map(from : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 2;
#pragma omp target exit data map(delete : x[ : n])
  printChecksum("y", y, (size_t)n * sizeof *y);
  gather(n, at, x, y); // outside of a data region
  mask(n, 2 * n, y);
  lookBack(n, x);
  printChecksum("x", x, (size_t)n * sizeof *x);
  printChecksum("y", y, (size_t)n * sizeof *y);
  free(x), free(y), free(at);
}
