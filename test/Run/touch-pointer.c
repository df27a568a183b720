// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer in no clause leads to the host's memory. The region is built for the host alone, with a warning that names
// the pointer.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-pointer.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}}'table'
#include "Inputs/checksum.h"

enum { N = 1001 };
static int x[N], entries[16];

static void gather(const int *table) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += table[i % 16];
}

int main(void) {
  for (int k = 0; k < 16; k++)
    entries[k] = k * k;
  gather(entries);
  printChecksum("x", x, sizeof x);
}
