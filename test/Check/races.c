// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two iterations touch the same element and one of them writes it: the message names both places and both iterations.
// Loops that no device can run are checked too.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not %t 5 2>&1 | FileCheck %s --check-prefix=NEXT
// RUN: not %t 6 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not %t 7 2>&1 | FileCheck %s --check-prefix=MEMCPY
// RUN: not %t 8 2>&1 | FileCheck %s --check-prefix=LOCKED
// RUN: not %t 9 2>&1 | FileCheck %s --check-prefix=NODES
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int fault;
enum { N = 64 };
struct node {
  double value;
  struct node *next;
};
static double x[N + 1], y[N + 1], z[N + 1];
static char c[N];
static int to[N], flag, other[N];

__attribute__((noinline)) static double counted(double a) {
  static double calls;
  if (fault == 4)
    calls += 1;
  return a + calls;
}

int main(int argc, char **argv) {
  fault = argc > 1 ? atoi(argv[1]) : 0;
  struct node *nodes = calloc(N, sizeof *nodes);
  for (int i = 0; i < N; i++) {
    x[i] = i;
    to[i] = fault == 1 && i == 9 ? 20 : N - 1 - i;
    nodes[i].next = &nodes[fault == 9 && i == 5 ? 6 : i];
  }
  // TWICE: races.c:[[@LINE+1]]: race: y[{{20|54}}] is written at {{.*}}races.c:[[@LINE+3]] in iteration {{[0-9]+}}, and written at {{.*}}:[[@LINE+3]] in iteration {{[0-9]+}}
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N], to[1:N]) map(tofrom: y[0:N]))
  for (int i = 0; i < N; i++)
    y[to[i]] = x[i];
  // FLAG: race: other[0] is written at {{.*}}races.c:[[@LINE+5]] in iteration {{[0-9]+}}, and written at
#pragma omp parallel for HETCC(hetero(1) map(to: x[0:N]) map(tofrom: other[0:N]))
  for (int i = 0; i < N; i++) {
    other[i] = x[i] > 3;
    if (fault == 2 && x[i] > 3)
      other[(int)x[0]] = 1;
  }
  // BYTES: race: c[{{[0-9]+}}] is
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:N]) map(tofrom: c[0:N]))
  for (int i = 0; i < N; i++)
    c[fault == 3 ? to[i] / 2 * 2 : to[i]] = (char)i;
  // STATIC: race: calls is {{written|read}} at {{.*}}races.c:{{[0-9]+}} in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copyout(z[1:N]))
  for (int i = 0; i < N; i++)
    z[i] = counted(x[i]);
  // NEXT: race: y[{{[0-9]+}}] is {{read|written}} at {{.*}} in iteration [[I:[0-9]+]], and {{read|written}} at
#pragma omp parallel for HETCC(hetero(1) map(to: to[0:N]) map(tofrom: y[0:N + 1]))
  for (int i = 0; i < N; i++)
    y[i] += fault == 5 ? y[to[0] + 1 - (N - 1) + i] : y[to[N - 1 - i]];
  double *left = z, *right = fault == 6 ? z + 1 : x;
  // ALIAS: race:
#pragma omp parallel for HETCC(hetero(1) map(tofrom: left[0:N]) map(to: to[0:N]))
  for (int i = 0; i < N; i++)
    left[to[i]] = right[to[i]] + 1;
  // MEMCPY: race: y[{{[0-9]+}}] is written at {{.*}}races.c:[[@LINE+3]] in iteration
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N / 4; i++)
    memcpy(&y[4 * i], &x[4 * i], sizeof(double) * (fault == 7 ? 5 : 4));
  // LOCKED: race: {{.*}} is {{.*}}races.c:[[@LINE+6]] in iteration
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
#pragma omp critical
    flag += i;
    if (fault == 8 && i == 20)
      flag -= i;
  }
  // NODES: race: memory of 8 bytes in no array of the loop
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++)
    nodes[i].next->value += i;
  // CLEAN: nothing found in 9 loops
  printf("%g %d %g\n", y[5], flag, nodes[6].value);
  return 0;
}
