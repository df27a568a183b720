// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads outside of the window of a clause that the compiler cannot see: a checking run names the element, the iteration
// and what the iteration may read. Run without a fault, the same loops stay in their windows.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=HALO
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not %t 5 2>&1 | FileCheck %s --check-prefix=CALLED
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
static int fault;
enum { N = 64, M = 8 };
static double x[N], y[N], g[N][M];
static int at[N];

// CALLED: part_copyin(x), line {{[0-9]+}}: x[{{[0-9]+}}] is read at {{.*}}reads-outside.c:[[@LINE+2]] in iteration
__attribute__((noinline)) static double two(const double *from, int i, int distance) {
  return from[i] + from[i + distance];
}

int main(int argc, char **argv) {
  fault = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < N; i++) {
    x[i] = i;
    at[i] = fault == 1 && i == 40 ? 41 : i;
    for (int j = 0; j < M; j++)
      g[i][j] = i + j;
  }
  // INDEX: reads-outside.c:[[@LINE+3]]: window: part_copyin(x), line [[@LINE+3]]: x[41] is read at {{.*}}reads-outside.c:[[@LINE+5]] in iteration 40, which may read [40, 41)
  // INDEX-NEXT: {{.*}}reads-outside.c:[[@LINE+4]]: y[i] = x[at[i]];
  // INDEX: reads-outside.c:[[@LINE+1]]: 1 pass, 64 iterations: 1 finding
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N], at[1:N]) part_copyout(y[1:N]))
  for (int i = 0; i < N; i++)
    y[i] = x[at[i]];
  // HALO: x[{{[0-9]+}}] is read at {{.*}} in iteration {{[0-9]+}}, which may read [{{[0-9]+}}, {{[0-9]+}})
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N:1]) part_copy(y[1:N]))
  for (int i = 2; i < N - 2; i++) {
    int distance = y[i] >= 0 && fault == 2 ? 2 : 1;
    y[i] += x[i - 1] + x[i + distance];
  }
  // ROW: g[{{[0-9]+}}][3] is read at {{.*}} in iteration {{[0-9]+}}, which may read [{{[0-9]+}}, {{[0-9]+}}) x [0, 8)
#pragma omp parallel for HETCC(hetero(1) part_copyin(g[1:N][0:M]) part_copyin(at[1:N]) part_copy(y[1:N]))
  for (int i = 1; i < N; i++)
    y[i] += g[fault == 3 ? at[i] - 1 : at[i]][3];
  // POINTER: x[{{[0-9]+}}] is read at
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copy(y[1:N]))
  for (int i = 1; i < N; i++) {
    const double *here = &x[i];
    if (fault == 4 && y[i] >= 0)
      here--;
    y[i] += *here;
  }
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N:1]) part_copy(y[1:N]))
  for (int i = 1; i < N - 3; i++)
    y[i] += two(x, i, y[i] >= 0 && fault == 5 ? 3 : 1);
  // CLEAN: nothing found in 5 loops
  printf("%g\n", y[5]);
  return 0;
}
