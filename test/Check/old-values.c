// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that say `out` of arrays of which the loop reads old values.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc -DFAULT=0 %s -o %t.0 && %t.0 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: for n in 1 2 3 4; do %hetcc --hetcc-check -O2 -Wno-hetcc -DFAULT=$n %s -o %t.$n || exit 1; done
// RUN: not %t.1 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not %t.2 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not %t.3 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not %t.4 2>&1 | FileCheck %s --check-prefix=OLD
#include <hetcc.h>
#include <stdio.h>
#ifndef FAULT
#define FAULT 0
#endif
#if FAULT
#define WAY part_copyout
#define MAP from
#else
#define WAY part_copy
#define MAP tofrom
#endif
enum { N = 64, M = 4 };
static double x[N], y[N], g[N][M];

__attribute__((noinline)) static void add(double *to, double a) { *to += a; }

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  // OLD: old-values.c:[[@LINE+0]]: {{.*}}
  // OLD: {{.*}}
#if FAULT == 0 || FAULT == 1
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++) {
    if (x[i] > 20)
      y[i] = 0;
    y[i] += x[i];
  }
#endif
#if FAULT == 0 || FAULT == 2
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++)
    add(&y[i], x[i]);
#endif
#if FAULT == 0 || FAULT == 3
#pragma omp parallel for HETCC(hetero(1) map(to: x[0:N, i]) map(MAP: g[0:N, i][0:M]))
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      g[i][j] = j ? g[i][j - 1] + x[i] : g[i][M - 1];
#endif
#if FAULT == 0 || FAULT == 4
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) WAY(y[1:N]))
  for (int i = 0; i < N; i++) {
    double *mine = &y[i];
    *mine = *mine * 2 + x[i];
  }
#endif
  // CLEAN: nothing found in 4 loops
  printf("%g %g\n", y[5], g[3][2]);
  return 0;
}
