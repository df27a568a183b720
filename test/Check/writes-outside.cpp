// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes outside of the windows of clauses. Each element is written by one iteration, so that there is no race.

// RUN: %hetccxx --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=READONLY
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=LATE
#include <cstdio>
#include <cstdlib>
#include <hetcc.h>
#include <vector>
static int fault;
constexpr int N = 64;
static double x[N], y[2 * N];
static int at[N];

__attribute__((noinline)) static void put(double *to, int i, double value) { to[i] = value; }

int main(int argc, char **argv) {
  fault = argc > 1 ? std::atoi(argv[1]) : 0;
  std::vector<double> v(N + 1);
  for (int i = 0; i < N; i++) {
    x[i] = i;
    at[i] = fault == 1 || fault == 3 ? (i + 1) % N : i;
  }
  // INDEX: writes-outside.cpp:[[@LINE+1]]: window: part_copyout(y), line {{[0-9]+}}: y[{{[0-9]+}}] is written at
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N], at[1:N]) part_copyout(y[1:N]))
  for (int i = 0; i < N; i++)
    y[at[i]] = x[i];
  // VECTOR: window: part_copyout(v), line {{[0-9]+}}: v[{{[0-9]+}}] is written at {{.*}}, which may write [{{[0-9]+}}, {{[0-9]+}})
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copyout(v[1:N + 1]))
  for (int i = 0; i < N; i++) {
    const int k = x[i] >= 0 && fault == 2 ? i + 1 : i;
    v[k] = x[i];
  }
  // READONLY: window: part_copyin(x), line {{[0-9]+}}: x[{{[0-9]+}}] is written at {{.*}}, which may write nothing
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copyin(at[1:N]) part_copyout(y[1:N]))
  for (int i = 0; i < N; i++) {
    y[i] = at[i];
    if (fault == 3)
      put(x, i, y[i]);
  }
  // LATE: y[{{[0-9]+}}] is written at
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copy(y[1:2 * N]))
  for (int i = 0; i < N; i++)
    put(y, fault == 4 ? i + N : i, x[i]);
  // CLEAN: nothing found in 4 loops
  std::printf("%g %g\n", y[5], v[5]);
}
