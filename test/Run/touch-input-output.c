// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body that prints by other functions than `printf` runs on the host alone, where threads print in any order. Here
// only one iteration prints, so the output does not depend on the order.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-input-output.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}}'puts'
#include "Inputs/checksum.h"
#include <stdio.h>

enum { N = 1001 };
static int x[N];

int main(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    x[i] = i;
    if (i == 707)
      puts("seen it");
  }
  printChecksum("x", x, sizeof x);
}
