// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The emulated CUDA driver finds a race between iterations of a loop, and names the line of the source. Where all
// indices differ, or the update is atomic, it finds none.
// REQUIRES: ptx
// RUN: %hetcc -O2 -g -Wno-hetcc-whole-copies %s -o %t
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETCC_EMULATOR_CHECKS=1 %t 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETCC_EMULATOR_CHECKS=1 %t twice 2>&1 | FileCheck %s
// RIGHT-NOT: emulated CUDA driver
// RIGHT: 994 499500
// RIGHT-NOT: emulated CUDA driver
// CHECK: emulated CUDA driver: race: kernel {{.*}}, thread ({{.*}}emulator-checks.c:[[# @LINE + 8]]): {{.*}} and no barrier is between
#include <stdio.h>

enum { N = 1000 };

static void scatter(int n, const int *to, const float *x, float *y) {
#pragma omp parallel for hetero(1) map(tofrom : y[0 : N])
  for (int i = 0; i < n; i++)
    y[to[i]] += x[i];
}

static void add(int n, const float *x, double *sum) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : sum[0 : 1])
  for (int i = 0; i < n; i++)
#pragma omp atomic
    sum[0] += x[i];
}

int main(int argc, char **argv) {
  static int to[N];
  static float x[N], y[N];
  double sum = 0;
  for (int i = 0; i < N; i++)
    to[i] = argc > 1 ? i % 700 : N - 1 - i, x[i] = i;
  scatter(N, to, x, y);
  add(N, x, &sum);
  printf("%g %g\n", y[5], sum);
}
