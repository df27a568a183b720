// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region whose body throws and catches an exception is built for the host alone, with a
// warning.
// RUN: %hetccxx -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-exception.cpp:{{[0-9]+}}:{{[0-9]+}}: warning:
#include "Inputs/checksum.h"

static int x[1001];

int main() {
#pragma omp parallel for hetero(1) part_copy(x[1:1001])
  for (int i = 0; i < 1001; i++) {
    try {
      if (i % 100 == 0)
        throw i;
      x[i] = i;
    } catch (int thrown) {
      x[i] = -thrown;
    }
  }
  printChecksum("x", x, sizeof x);
}
