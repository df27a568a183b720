// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least number of 64 bits has no negative. Where it is a factor of a subscript, no window is found, and the
// translator goes on.
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
