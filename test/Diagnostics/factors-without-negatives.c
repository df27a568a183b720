// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LONG_MIN cannot be negated in 64 bits. Where it is a factor in a subscript, the translator finds no window, and goes
// on without an internal error.
// RUN: %hetcc -w -fopenmp --hetcc-auto=all --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-NOT: internal
// CHECK: 3 of 3 loops split
// CHECK-NOT: internal
#include <limits.h>

void scaled(long n, double *restrict a, double *restrict b) {
#pragma omp target teams distribute parallel for map(tofrom : a[0:n])
  for (long i = 0; i < n; i++)
    a[i] = b[LONG_MIN * i];
}

void moved(long n, long m, double *restrict a, double *restrict b) {
#pragma omp target teams distribute parallel for map(tofrom : a[0:n])
  for (long i = 0; i < n; i++)
    a[i] = b[i + m * LONG_MIN];
}

void plain(long n, double *restrict a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0:n])
  for (long i = 0; i < n; i++)
    a[i] += 1;
}
