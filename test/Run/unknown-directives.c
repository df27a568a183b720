// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of OpenMP's whose first word is none of its directives mean nothing to gcc, which passes over them. So do we,
// and the loops around them are split, on GPUs too.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %gcc_openmp -O1 %s -o %t.gcc
// RUN: %compare %t.gcc %t
#include <stdio.h>

#define MISSPELT paralel for
static double a[1000], b[1000];
#pragma omp
#pragma omp declar target

int main(void) {
  int first = 7;
#pragma omp paralell for private(first)
  for (int i = 0; i < 1000; i++)
    a[i] = i + first;
#pragma omp {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
#pragma omp register
    b[i] = 2 * a[i];
#pragma omp parallel_for
    for (int k = 0; k < 3; k++)
      b[i] += k;
  }
#pragma omp MISSPELT
  for (int i = 0; i < 1000; i++)
    first += (int)a[i] % 3;
#pragma omp do
#pragma omp parallel
#pragma omp fr
  {
#pragma omp For
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      b[i] += 1;
  }
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 1000; i++)
    a[i] += b[i];
  double sum = 0;
  for (int i = 10; i < 1000; i++)
    sum += a[i] + b[i];
  printf("%d %g\n", first, sum);
  return 0;
}
// CHECK: unknown-directives.c: 2 of 2 loops split
// CHECK-NOT: GPU
