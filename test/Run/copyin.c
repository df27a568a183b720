// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `copyin` of a threadprivate variable gives each thread of the team the master's value, and also the devices if the
// loop only reads it. If the loop writes it, each thread has its own value, and the loop stays on the host.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=gpu HETRT_REPORT=1 %t 2>&1 | FileCheck %s

#include "Inputs/checksum.h"
#include <hetcc.h>

enum { N = 700 };
static int factor, y[N];
#pragma omp threadprivate(factor)

static void copied(int n) {
#pragma omp parallel for copyin(factor) HETCC(hetero(1) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = factor * i;
}

static void written(int n) {
#pragma omp parallel for copyin(factor) HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++) {
    factor = i;
    // WARNING: :[[@LINE-1]]:5: warning: this loop runs on the CPUs alone: 'factor' is thread-local
    y[i] += factor;
  }
}

int main(void) {
  factor = 6;
  copied(N);
  printChecksum("y", y, sizeof y);
  written(N);
  printChecksum("y", y, sizeof y);
}

// CHECK: region {{.*}}copyin.c:17
// CHECK: emulated:0{{ +}}700
