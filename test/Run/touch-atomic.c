// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If an iteration uses the result of an atomic operation, iterations depend on their order, in one address space. The
// region is built for the host alone, as plain OpenMP, with a warning that names the variable.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-atomic.c:[[#@LINE+14]]:{{[0-9]+}}: warning: {{.*}}'omp atomic capture' is on 'tickets', which all iterations share
// CHECK: note: {{.*}}use its value after the loop
#include "Inputs/checksum.h"

enum { N = 1001 };
static int x[N], taken[N], tickets;

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 10;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copy(taken[1:N])
  for (int i = 0; i < N; i++) {
    int ticket;
    if (x[i] == 3) {
#pragma omp atomic capture
      ticket = ++tickets;
      taken[i] = ticket > 0;
    }
  }
  printf("%d\n", tickets);
  printChecksum("taken", taken, sizeof taken);
}
