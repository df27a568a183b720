// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A data region that maps only a part of the array that a loop touches keeps nothing for the loop. There is a warning
// if the loop has 'hetero'; a plain OpenMP program prints nothing new.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --implicit-check-not=hetrt
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -DCLAUSE='hetero(1)' %s -o %t.asked
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t.asked 2>&1 | FileCheck %s --check-prefix=ASKED
#include <stdio.h>
#ifndef CLAUSE
#define CLAUSE
#endif

enum { N = 1000 };
static double x[N], y[N];

int main() {
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma omp target data map(to : x[0 : N / 2])
  for (int step = 0; step < 3; step++)
#pragma omp parallel for CLAUSE
    for (int i = 0; i < N; i++)
      y[i] += x[i] + step;
  // ASKED: hetrt: warning: {{.*}}part-in-data-region.c:[[# @LINE - 3]]: 'x', line {{.*}}: a data region names a part of this array only
  // CHECK: 2994.0
  printf("%.1f\n", y[N - 3]);
}
