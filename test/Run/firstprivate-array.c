// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A firstprivate array keeps the loop on the host, where OpenMP copies it for each thread. The note proposes a clause
// that passes the array to devices.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings && FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: warning: this loop runs on the CPUs alone: the array 'weights' is firstprivate
// CHECK: note: name it in 'map(to:)'
#include "Inputs/checksum.h"

enum { N = 1777 };
static int x[N];

int main(void) {
  int weights[3] = {1, 2, 1};
#pragma omp parallel for hetero(1) part_copy(x[1:N]) firstprivate(weights)
  for (int i = 0; i < N; i++)
    x[i] = i * weights[i % 3];
  printChecksum("x", x, sizeof x);
}
