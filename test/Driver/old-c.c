// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old C, which gcc only warns about and clang calls an error: implicit int, and functions that are not declared. hetcc
// accepts what the host compiler accepts, and splits the loops, on GPUs too.
// RUN: %serial -w -O2 %s -o %t.serial && %hetcc -w -O2 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: not %hetcc -fopenmp -Werror=implicit-int -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: old-c.c: 2 of 2 loops split
// ERROR: error: {{.*}}implicit
#include <stdio.h>

#define N 3000
static length;
static double x[N];

twice(a) { return 2 * a; }

void fill(n, y) double *y; {
  int i;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    y[i] = twice(i);
}

main() {
  int i;
  double sum = 0;
  length = twice(N / 2);
  fill(length, x);
  scale(x);
  for (i = 0; i < N; i++)
    sum += x[i];
  printf("%g\n", sum);
  return 0;
}

scale(y) double *y; {
  int i;
#pragma omp parallel for
  for (i = 0; i < length; i++)
    y[i] *= 0.5;
}
