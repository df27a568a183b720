// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before C99, counters of inner loops are declared outside of the loop, so that OpenMP's threads share them: a race
// that optimisation mostly hides. If hetcc splits the loop by itself, and the counter's last value is not used, the
// counter becomes private; '--hetcc-fix' writes 'private' into the source.
// RUN: %serial -O0 %s -o %t.serial
// RUN: %hetcc -O0 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env OMP_NUM_THREADS=4 HETRT_DEVICES=cpu:4 %t > %t.four && %t.serial > %t.one && cmp %t.one %t.four
// CHECK: 3 of 4 loops split
// CHECK-NEXT: 'omp parallel for' is not split: 'j' is shared and written by the loop
// RUN: cp %s %t.fixed.c && %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-fix -fsyntax-only %t.fixed.c
// RUN: FileCheck %s --check-prefix=FIXED --input-file %t.fixed.c
// RUN: %hetcc -O2 -fopenmp -Werror %t.fixed.c -o %t.fixed && %compare --devices "cpu:2;cpu:1,emulated:1" --schedules static %t.serial %t.fixed
// FIXED: #pragma omp parallel for private(j, k) HETCC(hetero(1)
// FIXED: #pragma omp for private(j) HETCC(hetero(1)
// FIXED: #pragma omp parallel for shared(scale) private(j) HETCC(hetero(1)
#include <stdio.h>

enum { M = 60, N = 50, K = 40 };
static double a[M][K], b[K][N], c[M][N];

static void product(void) {
  int i, j, k;
#pragma omp parallel for
  for (i = 0; i < M; i++)
    for (k = 0; k < K; k++)
      for (j = 0; j < N; j++)
        c[i][j] += a[i][k] * b[k][j];
}

static void add(void) {
  int i, j;
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < M; i++)
      for (j = 0; j < N; j++)
        c[i][j] += i + j;
  }
}

static void halve(double scale) {
  int i, j;
#pragma omp parallel for shared(scale)
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      c[i][j] *= scale;
}

// The directive says 'shared', so hetcc does not change it. The function is never called.
void raceFor(int j) {
#pragma omp parallel for shared(c, j)
  for (int i = 0; i < M; i++)
    for (j = 0; j < N; j++)
      c[i][j] += j;
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < M; i++)
    for (int k = 0; k < K; k++)
      a[i][k] = i - k;
  for (int k = 0; k < K; k++)
    for (int j = 0; j < N; j++)
      b[k][j] = k * j % 7;
  for (int turn = 0; turn < 20; turn++) {
    product();
    add();
    halve(0.5);
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
  return 0;
}
