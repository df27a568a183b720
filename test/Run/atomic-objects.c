// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that updates objects of C11's atomic types stays on the cores, since atomics need one address space.
// RUN: %hetcc -O2 -std=c11 %s -o %t 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | FileCheck %s
#include <stdio.h>

static _Atomic int bins[16];

int main(void) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 1200; i++)
    bins[i % 16]++; // WARNING: atomic-objects.c:{{.*}}it uses an '_Atomic' object
  printf("%d\n", bins[3]); // CHECK: 75
}
