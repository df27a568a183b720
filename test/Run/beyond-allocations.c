// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that use an element behind an allocation, where the C library leaves room, run under gcc, and so they do here:
// where a device finds such an access, the cores run the loop, then and from then on, and a warning says why.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %gcc_openmp -O1 %s -o %t.gcc
// RUN: %t.gcc > %t.expected
// RUN: env HETRT_DEVICES=cpu:2 %t | diff %t.expected -
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 2> %t.said | diff %t.expected -
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.said
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2> %t.said | diff %t.expected -
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.said
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=dynamic %t 2> %t.said | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

int main(void) {
  double **rows = malloc(N * sizeof *rows), total = 0;
  int j;
  for (int i = 0; i < N; i++) {
    rows[i] = malloc(N * sizeof **rows);
    for (j = 0; j < N; j++)
      rows[i][j] = i + j;
  }
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for private(j) reduction(+ : total)
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (j = 0; j < N; j++)
        sum += rows[i][j];
      rows[i][j] = sum;
      rows[i][0] += 1;
      total += sum;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      rows[i][1] += 2;
  }
  for (int i = 0; i < N; i++)
    total += rows[i][0] + rows[i][1] + rows[i][N] * 1e-3;
  printf("%.6f\n", total);
  return 0;
}
// CHECK: 2 of 2 loops split
// SAID: beyond-allocations.c:{{[0-9]+}}: {{.*}}is left out from now on{{.*}}outside its window
