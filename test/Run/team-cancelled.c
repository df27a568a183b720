// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled thread skips the loops behind the cancellation point, and the other threads do not wait for it there.
// RUN: %hetcc -O2 %s -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 timeout 60 %t | FileCheck %s
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:2 HETRT_REPORT=1 timeout 60 %t 2>&1 | FileCheck %s
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };
static double y[N];

int main(void) {
  for (int round = 0; round < 20; round++)
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0 && round % 2) {
#pragma omp cancel parallel
    }
#pragma omp cancellation point parallel
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++)
      y[i] = i;
  }
  printf("%g\n", y[N - 1]); // CHECK: 999
}
