// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the program lets one thread run a loop, the loop may depend on the order of iterations. Under --hetcc-auto=all it
// stays on the cores; devices take part if the user sets OMP_NUM_THREADS=1, or if the directive asks for devices.
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto=all %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t others | FileCheck %s --check-prefix=OTHERS
// OTHERS: 0 wrong
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, KINDS = 100 };
static int kind[N], count[KINDS], y[N];

static void plain(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = kind[i] + 1;
}

int main(int argc, char **argv) {
  (void)argv;
  int threads = 1, wrong = 0;
  for (int i = 0; i < N; i++)
    kind[i] = i % KINDS;
  if (argc == 1) {
#pragma omp parallel for num_threads(threads)
    for (int i = 0; i < N; i++)
      count[kind[i]]++;
    omp_set_num_threads(1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      count[kind[i]]++;
    for (int k = 0; k < KINDS; k++)
      wrong += count[k] != 2 * N / KINDS;
  }
  plain();
  for (int i = 0; i < N; i++)
    wrong += y[i] != i % KINDS + 1;
  printf("%d wrong\n", wrong);
}
// CHECK-DAG: 0 wrong
// CHECK-DAG: region {{.*}}.c:32:
// CHECK-DAG: no accelerator: the program has one thread run the loop
