// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause chooses the kinds of devices for a loop: only other ranks (node), only accelerators of this machine (gpu), or all.
// REQUIRES: nodes, mpich
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1,node HETRT_SCHEDULE=static HETRT_REPORT=1 mpirun.mpich -n 3 %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=RESULT < %t.out
// RUN: FileCheck %s < %t.err

// Without other ranks, the cores run the share of the nodes, unless OMP_TARGET_OFFLOAD=mandatory.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=RESULT < %t.out
// RUN: FileCheck %s --check-prefix=ALONE < %t.err
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 OMP_TARGET_OFFLOAD=mandatory %t 2>&1 | FileCheck %s --check-prefix=MANDATORY
#include <stdio.h>

enum { N = 3000 };
static double x[N];

int main(void) {
  // CHECK: devices.c:[[@LINE+6]]
  // CHECK: cpu:0 {{ *}}0 {{ *}}0.0%
  // CHECK-NEXT: node:0 {{ *[1-9]}}
  // CHECK-NEXT: node:1 {{ *[1-9]}}
  // ALONE: devices.c:[[@LINE+2]]
  // ALONE: cpu:0 {{ *}}3000 {{ *}}100.0%
#pragma omp parallel for hetero(1, node) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += i;

  // CHECK: devices.c:[[@LINE+6]]
  // CHECK: cpu:0 {{ *}}0 {{ *}}0.0%
  // CHECK-NEXT: emulated:0 {{ *}}3000 {{ *}}100.0%
  // CHECK-NEXT: region
  // ALONE: devices.c:[[@LINE+2]]
  // ALONE: emulated:0 {{ *}}3000 {{ *}}100.0%
#pragma omp parallel for hetero(1, gpu) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] *= 2;

  // CHECK: devices.c:[[@LINE+4]]
  // CHECK: cpu:0 {{ *}}0 {{ *}}0.0%
  // CHECK-NEXT: node:0 {{ *[1-9]}}
  // CHECK-NEXT: node:1 {{ *[1-9]}}
#pragma omp parallel for partition(static) devices(node) map(tofrom: x[0:N, i])
  for (int i = 0; i < N; i++)
    x[i] += 1;

  // CHECK: devices.c:[[@LINE+5]]
  // CHECK: cpu:0 {{ *[1-9]}}
  // CHECK-NEXT: emulated:0 {{ *[1-9]}}
  // CHECK-NEXT: node:0 {{ *[1-9]}}
  // CHECK-NEXT: node:1 {{ *[1-9]}}
#pragma omp parallel for hetero(1, all) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] -= i;

  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i];
  // RESULT: 4501500
  printf("%.0f\n", sum);
}
// MANDATORY: devices.c:{{[0-9]+}}: OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator, found none: no other rank is there
