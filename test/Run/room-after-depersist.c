// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `depersist` frees a device's memory for the next region, whose full copy would otherwise not fit.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: env HETRT_EMULATED=memory=64K %compare --schedules static,gpu %t.serial %t
// RUN: env HETRT_EMULATED=memory=64K HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t 2>&1 | FileCheck %s
// RUN: %reported %t.json "iterations('cpu') == 0 and iterations('emulated') == 3 * (6000 + 500)"

// CHECK-NOT: has not enough memory
// CHECK: y
#include "Inputs/checksum.h"

enum { N = 6000, M = 500 };
static double x[N], y[M];

int main(void) {
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:N]) persist(x)
    for (int i = 0; i < N; i++)
      x[i] += i % 11;
#pragma omp depersist(x)
    static double copy[N];
    for (int i = 0; i < N; i++)
      copy[i] = x[N - 1 - i];
#pragma omp parallel for hetero(1) map(to: copy[0:N]) part_copy(y[1:M])
    for (int i = 0; i < M; i++)
      for (int k = 0; k < N; k += M)
        y[i] += copy[(i * 7 + k) % N];
  }
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
