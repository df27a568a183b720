// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clauses that '--hetcc-fix' has written hold for all arguments of the functions: if subscripts reach through
// several rows, the array is not divided by columns, and elements in between are moved too; a condition in the clause
// excludes calls with a negative row distance.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.c && cd %t && %hetcc --hetcc-fix -fsyntax-only fixed.c
// RUN: grep "^#pragma" %t/fixed.c | FileCheck %s
// RUN: %hetcc -O1 -fopenmp %t/fixed.c -o %t/run
// RUN: gcc -O1 -w -I%source_root/runtime/include %s -o %t/serial
// RUN: %compare %t/serial %t/run
#include <hetcc.h>
#include <stdio.h>

static double beyondRows(const double *x, int n) {
  double s = 0;
  // CHECK: HETCC(hetero(1) map(to: x[0|0:n + 36|36, i]))
#pragma omp parallel for reduction(+ : s) HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      s += x[4 * j + i];
  return s;
}

static double columns(const double *x, int n) {
  double s = 0;
  // CHECK: HETCC(hetero(1) part_copyin(x[0:10][1:n]))
#pragma omp parallel for reduction(+ : s) HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      s += x[n * j + i];
  return s;
}

static double backwards(const double *x, int n, int m) {
  double s = 0;
  // CHECK: HETCC(hetero(m >= 0 && (1)) map(to: x[0:9 * m + n]))
#pragma omp parallel for reduction(+ : s) HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      s += x[m * j + i];
  return s;
}

int main(void) {
  static double x[4000];
  for (int i = 0; i < 4000; i++)
    x[i] = i;
  printf("%g %g %g\n", beyondRows(x, 500), beyondRows(x, 3), columns(x, 50));
  printf("%g %g %g %g\n", backwards(x, 50, 20), backwards(x, 20, 50), backwards(x, 50, 0), backwards(x + 1000, 200, -20));
  return 0;
}
