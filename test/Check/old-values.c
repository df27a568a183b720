// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that only copy out (part_copyout, map(from:)) an array of which the loop reads old values.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc -DWAY=part_copy -DMAP=tofrom %s -o %t.right
// RUN: %t.right 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc -DWAY=part_copyout -DMAP=from %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include <hetcc.h>
#include <stdio.h>
enum { N = 64, M = 4 };
static double x[N], y[N], g[N][M];

__attribute__((noinline)) static void add(double *to, double a) { *to += a; }

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  // CHECK: old-values.c:[[@LINE+1]]: old value: part_copyout(y), line [[@LINE+1]]: y[{{[0-9]+}}] is read at {{.*}}:[[@LINE+5]] in iteration {{[0-9]+}}, which has not written it
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++) {
    if (x[i] > 20)
      y[i] = 0;
    y[i] += x[i];
  }
  // CHECK: old-values.c:[[@LINE+1]]: old value: part_copyout(y), line [[@LINE+1]]: y[{{[0-9]+}}] is read at
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++)
    add(&y[i], x[i]);
  // CHECK: old-values.c:[[@LINE+1]]: old value: map(from:)(g), line [[@LINE+1]]: g[{{[0-9]+}}][3] is read at
#pragma omp parallel for HETCC(hetero(1) map(to: x[0:N, i]) map(MAP: g[0:N, i][0:M]))
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      g[i][j] = j ? g[i][j - 1] + x[i] : g[i][M - 1];
  // CHECK: old-values.c:[[@LINE+1]]: old value: part_copyout(y), line [[@LINE+1]]: y[{{[0-9]+}}] is read at
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++) {
    double *mine = &y[i];
    *mine = *mine * 2 + x[i];
  }
  // CHECK: 4 findings in 4 loops
  // CLEAN: nothing found in 4 loops
  printf("%g %g\n", y[5], g[3][2]);
  return 0;
}
