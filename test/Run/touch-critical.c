// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A critical section in the body only works in one address space. The region is built for the host alone, as plain
// OpenMP, with a warning.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-critical.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}}critical
#include "Inputs/checksum.h"

enum { N = 1001 };
static int x[N], total;

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 10;
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++) {
#pragma omp critical
    if (x[i] > total)
      total = x[i];
  }
  printf("%d\n", total);
}
