// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions and 'abort' in kernels for GPUs end the program with a message; 'printf' prints.
// REQUIRES: ptx
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %t.serial > %t.wanted
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t | sort > %t.found
// RUN: sort %t.wanted | diff - %t.found
// RUN: %reported %t.json 'iterations("cuda") == 1009'
// RUN: not --crash env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: not --crash env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t abort 2>&1 | FileCheck %s --check-prefix=ABORT
// ASSERT-DAG: stops-gpu.c:[[# @LINE + 15]]: run: Assertion `x[i] != 5000' failed.
// ASSERT-DAG: stops-gpu.c:[[# @LINE + 12]]: {{.*}}the loop body faulted on cuda
// ABORT: stops-gpu.c:[[# @LINE + 11]]: {{.*}}the loop body faulted on cuda
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int checked(int x) {
  if (x < 0)
    abort();
  return x + 1;
}
static void run(int n, const int *x, long *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    assert(x[i] != 5000);
    y[i] = checked(x[i]);
    if (i % 500 == 7)
      printf("%s: %d %g %s\n", __func__, i, 0.5 * x[i], "text");
  }
}

int main(int argc, char **argv) {
  enum { N = 1009 };
  static int x[N];
  static long y[N];
  for (int i = 0; i < N; i++)
    x[i] = i;
  x[700] = argc < 2 ? 700 : argv[1][1] == 's' ? 5000 : -1;
  run(N, x, y);
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * i;
  printf("%ld\n", sum);
}
