// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable in a VLA type is only read there, and the type keeps no reference to it: bounds that use the variable stay
// known, so that threads' private arrays that each iteration sets first are private to iterations. If the variable
// changes after the declaration, or its address is kept, the length in the type is no longer the variable's value.
// RUN: %serial -O2 %s -o %t.serial
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -Werror=hetcc-host-only %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { M = 70 };

// CHECK-NOT: array 'own' may be written at any index
static void smooth(const void *from, int m, int n, double *to) {
  const double (*x)[m] = from;
  double own[M];
// CHECK: [[@LINE+1]]:{{.*}}part_copyin(x[1:n][0:m])
#pragma omp for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      own[j] = x[i][m - 1 - j];
    for (int j = 0; j < m - 1; j++)
      to[i * m + j] = own[j] + own[j + 1];
  }
}

static double changed(void *of, int m, int n) {
  double (*x)[m] = of, sum = 0;
  m -= 3;
// CHECK: [[@LINE+1]]:{{.*}}part_copyin(x[1:n][0:sizeof(x[0]) / sizeof(x[0][0])])
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += x[i][j];
  return sum;
}

static double kept(void *of, int m, int n) {
  double (*x)[m] = of, sum = 0;
  int *length = &m;
  *length = m / 2;
// CHECK: [[@LINE+1]]:{{.*}}part_copyin(x[1:n][0:sizeof(x[0]) / sizeof(x[0][0])])
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i][1] * *length;
  return sum;
}

int main(void) {
  const int m = 60, n = 50;
  double *x = malloc(m * n * sizeof *x), *y = calloc(m * n, sizeof *y), sum = 0;
  for (int i = 0; i < m * n; i++)
    x[i] = i % 101;
#pragma omp parallel
  smooth(x, m, n, y);
  for (int i = 0; i < m * n; i++)
    sum += y[i] * (i % 7);
  printf("%.9g %.9g %.9g\n", sum, changed(x, m, n), kept(x, m, n));
  free(x);
  free(y);
  return 0;
}
