// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses behind the end, or before the beginning, of the array section that a clause gives: the memory exists on the
// host, and no device would have it. Accesses of other code to the memory around the array are not reported.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 64, M = 4 };
static int fault, at[N];
static struct {
  double before[8], x[N], behind[8];
  double scale;
} all;

int main(int argc, char **argv) {
  fault = argc > 1;
  double *heap = calloc(2 * N, sizeof *heap), local[N + 8], g[N + 2][M];
  for (int i = 0; i < N; i++) {
    at[i] = fault ? i == N - 1 ? N + 1 : i : i;
    all.x[i] = i;
    local[i] = i;
    for (int j = 0; j < M; j++)
      g[i][j] = i;
  }
  local[N + 1] = g[N + 1][1] = 0;
  all.scale = 2;
  // CHECK: behind-arrays.c:[[@LINE+1]]: window: map(to:)(heap), line [[@LINE+1]]: heap[65] is read at {{.*}}:[[@LINE+3]] in iteration 63, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(to: heap[0:N]) part_copyin(at[1:N]) part_copyout(all.x[1:N]))
  for (int i = 0; i < N; i++)
    all.x[i] = heap[at[i]] * all.scale;
  // CHECK: behind-arrays.c:[[@LINE+1]]: window: {{.*}}local[65] is read at {{.*}}:[[@LINE+3]] in iteration 63, which may read [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(to: local[0:N]) part_copyin(at[1:N]) part_copyout(heap[1:N]))
  for (int i = 0; i < N; i++)
    heap[i] = local[at[i]];
  // CHECK: behind-arrays.c:[[@LINE+1]]: window: {{.*}}heap[65] is written at {{.*}}:[[@LINE+3]] in iteration 63, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(tofrom: heap[0:N]) part_copyin(at[1:N]))
  for (int i = 0; i < N; i++)
    heap[at[i]] = i;
  // CHECK: behind-arrays.c:[[@LINE+1]]: window: {{.*}}x[-2] is read at {{.*}}:[[@LINE+3]] in iteration 0, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(to: all.x[0:N]) part_copyin(at[1:N]) part_copyout(heap[1:N]))
  for (int i = 0; i < N; i++)
    heap[i] = all.x[fault && i == 0 ? at[i] - 2 : at[i] % N];
  // CLEAN: nothing found in 4 loops
  printf("%g\n", heap[3] + g[2][1]);
  return 0;
}
