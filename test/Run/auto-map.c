// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for OpenMP offload without hetcc's clauses. --hetcc-auto splits its loops, whatever form their maps have,
// as long as each iteration only writes its own elements.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 -fopenmp --hetcc-auto --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary

// CHECK: auto-map.c: 11 of 11 loops split

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 2000, Rows = 40, Columns = 50 };
static float declared[N], other[N];
static double plane[Rows][Columns], turned[Rows][Columns];
struct Grid {
  int n;
  float *cells;
};

static void sections(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += 2 * x[i];
#pragma omp target teams distribute parallel for map(always, to : x[ : n]) map(from : y[ : n]) num_teams(4) thread_limit(64)
  for (int i = 0; i < n; i++)
    y[i] = x[i] + x[n - 1 - i];
}

static void declaredArrays(void) {
#pragma omp target teams distribute parallel for simd map(to : declared) map(tofrom : other)
  for (int i = 0; i < N; i++)
    other[i] += declared[(i * 7) % N];
#pragma omp target parallel for // implicitly mapped
  for (int i = 0; i < N; i++)
    declared[i] = other[i] * 0.5f;
#pragma omp target teams loop map(to : plane) map(from : turned)
  for (int i = 0; i < Rows; i++)
    for (int j = 0; j < Columns; j++)
      turned[i][j] = plane[i][Columns - 1 - j];
}

static float scalars(int n, const float *x, float factor) {
  float sum = 0, most = 0;
#pragma omp target teams distribute parallel for map(to : x[0 : n], factor) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (int)(factor * x[i]);
#pragma omp target teams distribute parallel for map(to : x[0 : n]) reduction(max : most) defaultmap(tofrom : scalar)
  for (int i = 0; i < n; i++)
    if (x[i] > most)
      most = x[i];
  return sum + most;
}

static void members(struct Grid *g) {
#pragma omp target teams distribute parallel for map(to : g->n) map(tofrom : g->cells[0 : g->n])
  for (int i = 0; i < g->n; i++)
    g->cells[i] = g->cells[i] * 3 + 1;
}

/// Of the loops under `collapse`, the outermost is divided between devices.
static void collapsed(int n, int m) {
  int i, j;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : plane)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      plane[i][j] += i * 10 + j;
#pragma omp target teams distribute parallel for collapse(2) map(to : turned) map(tofrom : plane)
  for (int a = 1; a < Rows; a++)
    for (int b = 0; b < a; b++)
      plane[a][b] -= turned[a][b];
}

/// `alloc` maps an array that only the device uses.
static void scratch(int n, float *y) {
  float *t = malloc((size_t)n * sizeof *t);
#pragma omp target teams distribute parallel for map(alloc : t[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++) {
    t[i] = y[i] * y[i];
    y[i] = t[i] - 1;
  }
  free(t);
}

int main(void) {
  for (int i = 0; i < N; i++)
    declared[i] = (float)(i % 97), other[i] = (float)(i % 13);
  for (int i = 0; i < Rows * Columns; i++)
    plane[i / Columns][i % Columns] = i;
  sections(N, declared, other);
  printChecksum("sections", other, sizeof other);
  declaredArrays();
  printChecksum("declared arrays", declared, sizeof declared);
  printChecksum("rows", turned, sizeof turned);
  printf("%g\n", scalars(N, declared, 0.25f));
  struct Grid g = {N - 5, other};
  members(&g);
  printChecksum("members", other, sizeof other);
  collapsed(Rows, Columns);
  printChecksum("collapsed", plane, sizeof plane);
  for (int i = 0; i < N; i++)
    other[i] = (float)(i % 11);
  scratch(N, other);
  printChecksum("scratch", other, sizeof other);
}
