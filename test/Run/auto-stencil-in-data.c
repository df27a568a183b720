// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in a data region may use different lengths of an array, since their subscripts end at different places; they
// share the same copies. After the first sweep, a device only receives what others wrote beside its share.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 -fopenmp --hetcc-auto %s -o %t && %compare %t.serial %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t > %t.back && diff %t.back %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 >/dev/null | FileCheck %s

// Device 0 gets of `a` at first 256 rows of 512 elements and one more, then one row in each of 19 sweeps; of `b`
// nothing, since it wrote all that it reads there.
// CHECK: auto-stencil-in-data.c:[[#FIRST:]]: static, 20 passes
// CHECK: emulated:0 {{.*}} 1.1 MB
// CHECK: static, 20 passes
// CHECK: emulated:0 {{.*}} 0 B     20.8 MB

#include "Inputs/checksum.h"
#include <stdlib.h>

int main(void) {
  const int n = 512, sweeps = 20;
  double *a = calloc(n * n, sizeof *a), *b = calloc(n * n, sizeof *b);
  for (int j = 0; j < n; j++)
    a[j] = b[j] = j;
#pragma omp target data map(tofrom : a[0 : n * n]) map(to : b[0 : n * n])
  for (int s = 0; s < sweeps; s++) {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i * n + j] = b[i * n + j];
  }
  printChecksum("a", a, n * n * sizeof *a);
  free(a);
  free(b);
  return 0;
}
