// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name of the function that hides one of the file, which the type of a captured variable has: known to be wrong on all
// devices in C, since what the kernel declares anew is one scope (docs/never-run-on-a-gpu.md, known faults).
// XFAIL: *
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <stdio.h>

typedef float real;

static void scale(int n, real factor, const double *x, double *y) {
  {
    typedef double real;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += factor * (real)x[i];
  }
}

int main(void) {
  double x[1009], y[1009], sum = 0;
  for (int i = 0; i < 1009; i++)
    x[i] = i, y[i] = 1;
  scale(1009, 2.5f, x, y);
  for (int i = 0; i < 1009; i++)
    sum += y[i];
  printf("%g\n", sum);
}
