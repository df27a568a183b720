// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with `omp simd` and without braces is the body of the loop around it: its local variables belong to that body,
// although the directive ends on an earlier line.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
#include <cstdio>
#include <cstdlib>

// CHECK: 3 of 3 loops split

static void plain(int n, double *y, const double *x) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 1; j < 20; j++)
#pragma omp simd
      for (int i = 0; i < 20; i++) {
        double half = x[k * 400 + j * 20 + i] / 2;
        y[k * 400 + j * 20 + i] -= half;
      }
}

static void branches(int n, double *y, const double *x) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    if (k % 3)
      for (int i = 0; i < 400; i++)
        y[k * 400 + i] += 1;
    else
#pragma omp simd
      for (int i = 0; i < 400; i++) {
        auto twice = [=](double v) { return v * 2 + i; };
        y[k * 400 + i] += twice(x[k * 400 + i]);
      }
}

static void inDirective(int n, double *y) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
#pragma omp simd
    for (int i = 0; i < 400; i++) {
      const int own = k + i;
      y[k * 400 + i] += own;
    }
}

int main() {
  const int n = 60;
  double *x = static_cast<double *>(malloc(n * 400 * sizeof(double)));
  double *y = static_cast<double *>(malloc(n * 400 * sizeof(double)));
  for (int i = 0; i < n * 400; i++)
    x[i] = i % 7, y[i] = i % 5;
  plain(n, y, x);
  branches(n, y, x);
  inDirective(n, y);
  double sum = 0;
  for (int i = 0; i < n * 400; i++)
    sum += y[i] * (i % 11);
  printf("%.3f\n", sum);
  free(x), free(y);
}
