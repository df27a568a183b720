// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report says why accelerators have no share of a loop: the 'hetero' condition is false, or a condition that hetcc
// added. Without accelerators it says nothing.
// RUN: %hetcc -O1 -fopenmp %s -o %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 %t 2>&1 | FileCheck %s
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=cpu:2 %t 2>&1 | FileCheck %s --check-prefix=CORES
// CORES-NOT: no accelerator: {{.*}}is false
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  double *y = calloc(1000, sizeof *y);
  int lag = argc; // iterations depend on earlier ones, a race in OpenMP; hetcc's condition keeps devices out
  // CHECK: region {{.*}}:[[# @LINE + 3]]:
  // CHECK: as plain OpenMP: 1 of 1 pass
  // CHECK-NEXT: no accelerator: the loop's values are not what devices need: '{{.*lag.*}}' is false{{$}}
#pragma omp parallel for hetero(1)
  for (int i = lag; i < 1000; i++)
    y[i] = y[i - lag] + 1;
  // CHECK: region {{.*}}:[[# @LINE + 2]]:
  // CHECK: no accelerator: 'hetero(argc > 1)' is false
#pragma omp parallel for hetero(argc > 1)
  for (int i = 0; i < 1000; i++)
    y[i] = i;
  // CHECK: region {{.*}}:[[# @LINE + 2]]:
  // CHECK-NOT: no accelerator
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 1000; i++)
    y[i] = i;
  // CHECK: region {{.*}}:[[# @LINE + 5]]:
  // CHECK: as plain OpenMP: 2 of 6 passes
  // CHECK: no accelerator in 1 of 6 passes: 'hetero(k > 0)' is false
  // CHECK-NEXT: no accelerator in 1 of 6 passes: 'if(k < 5)' is false
  for (int k = 0; k < 6; k++)
#pragma omp parallel for if(k < 5) hetero(k > 0)
    for (int i = 0; i < 1000; i++)
      y[i] += i;
  printf("%g\n", y[10]);
  return 0;
}
