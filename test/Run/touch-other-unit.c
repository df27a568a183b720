// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of another unit cannot travel into the device code. The region is built for the host alone, with a
// warning that names the function.
// RUN: %hetcc -O2 %s %S/Inputs/elsewhere.c -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s %S/Inputs/elsewhere.c -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-other-unit.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}}'elsewhere'
#include "Inputs/checksum.h"

int elsewhere(int value);

enum { N = 1001 };
static int x[N];

int main(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = elsewhere(i);
  printChecksum("x", x, sizeof x);
}
