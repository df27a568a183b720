// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of row pointers under two names: if one name's rows have no elements in a call, the other name's rows are
// still found, and devices take part.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json 'iterations("emulated") > 0'
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, M = 17 };

static double **rows(int apart) {
  double **a = (double **)malloc(N * sizeof *a);
  for (int i = 0; i < N; i++) {
    a[i] = (double *)malloc((M + i % 5 * apart) * sizeof **a);
    for (int j = 0; j < M; j++)
      a[i][j] = i % 7 + j;
  }
  return a;
}

static void add(double **p, double **q, int n, int m, int z) {
#pragma omp parallel for hetero(1) part_copy(p [1:n] [0:m]) part_copyin(q [1:n] [0:z])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[i][j] += 1;
    for (int j = 0; j < z; j++)
      p[i][j] += q[i][j];
  }
}

int main(void) {
  for (int apart = 0; apart < 2; apart++) {
    double **a = rows(apart), **b = rows(apart), sum = 0;
    add(a, a, N, M, 0);
    add(b, a, N, M, 3);
    add(b, b, N, 0, 0);
    add(b, b, N, M, 0);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++)
        sum += a[i][j] * (1 + (i * M + j) % 11) - b[i][j];
    printf("%.15g\n", sum);
  }
}
