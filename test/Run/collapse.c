// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop nest with `collapse` runs on the CPUs, as plain OpenMP. A warning says so.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings && FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: warning: this loop runs on the CPUs alone, as plain OpenMP
#include "Inputs/checksum.h"

enum { N = 67, M = 43 };
static int x[N][M];

int main(void) {
#pragma omp parallel for collapse(2) hetero(1) part_copy(x[1:N][1:M])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[i][j] = i * 100 + j;
  printChecksum("x", x, sizeof x);
}
