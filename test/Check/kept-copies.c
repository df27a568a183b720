// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that devices keep by `persist` or a data region: reported are writes on the host that a later loop would not see on devices, and
// accesses on the host to what a loop has written. The checker makes no copies: results are the serial program's.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: not %t 13 2>&1 | FileCheck %s --check-prefix=UNSEEN
// RUN: not %t 5 2>&1 | FileCheck %s --check-prefix=NEWER
// RUN: not %t 6 2>&1 | FileCheck %s --check-prefix=NEWER
// RUN: not %t 7 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: not %t 8 2>&1 | FileCheck %s --check-prefix=NEWER
// RUN: not %t 9 2>&1 | FileCheck %s --check-prefix=REGION-STALE
// RUN: not %t 10 2>&1 | FileCheck %s --check-prefix=REGION-STALE
// RUN: not %t 11 2>&1 | FileCheck %s --check-prefix=REGION-NEWER
// RUN: not %t 12 2>&1 | FileCheck %s --check-prefix=REGION-NEWER
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int fault;
enum { N = 64 };
static double *x, *y;

static void step(void) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copy(y[1:N]) persist(x, y))
  for (int i = 0; i < N; i++)
    y[i] += x[i];
}

/// This loop has no `persist`: here the data region keeps the arrays on devices.
static void plain(void) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]) part_copy(y[1:N]))
  for (int i = 0; i < N; i++)
    y[i] += x[i];
}

__attribute__((noinline)) static double norm(const double *v) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += v[i] * v[i];
  return sum;
}

static void together(void) {
#ifdef __HETCC__
#pragma omp depersist(x, y)
#endif
}

int main(int argc, char **argv) {
  fault = argc > 1 ? atoi(argv[1]) : 0;
  x = malloc(N * sizeof *x), y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = i;
  // STALE: kept-copies.c:{{[0-9]+}}: stale copy: {{x|y}}[{{[0-9]+}}] is read at {{.*}}kept-copies.c:{{[0-9]+}} in iteration {{[0-9]+}}, and was written on the host at {{.*}} while devices keep it ({{.*}}kept-copies.c:{{[0-9]+}}: persist({{x|y}}))
  // NEWER: newer copy: 'y' is read on the host at {{.*}}, and was written by a loop at {{.*}}kept-copies.c:{{[0-9]+}} while devices keep it: 'target update from(y)', or 'depersist(y)', is missing
  // The finding counts in the verdict of the directive with 'persist'.
  // NEWER: kept-copies.c:[[# @LINE - 33]]: {{[0-9]+}} passes, {{[0-9]+}} iterations: 1 finding
  // NEWER: 1 finding in 2 loops
  step();
  if (fault == 1)
    x[5] = 7;
  if (fault == 2)
    memset(x, 0, N * sizeof *x);
  if (fault == 3)
    for (int i = 0; i < N; i++)
      x[i] *= 2;
  if (fault == 4)
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = 1;
  if (fault == 5)
    printf("%g\n", y[3]);
  if (fault == 6)
    printf("%g\n", norm(y));
  if (fault == 7)
    y[3] = 0;
  if (fault == 8) {
    double copy[N];
    memcpy(copy, y, sizeof copy);
    printf("%g\n", copy[3]);
  }
  // Written by a function of the C library, which is not instrumented.
  // UNSEEN: stale copy: x[2] is read at {{.*}} in iteration 2, and was written on the host by code that is not compiled for checks while devices keep it ({{.*}}: persist(x))
  if (fault == 13)
    sscanf("7.5", "%lf", &x[2]);
  printf("%g\n", x[3]);
  step();
  together();
  sscanf("2.5", "%lf", &x[2]);
  x[5] = y[5];
  step();
  together();
  // REGION-STALE: kept-copies.c:{{[0-9]+}}: stale copy: {{x|y}}[{{[0-9]+}}] is read at {{.*}}kept-copies.c:{{[0-9]+}} in iteration {{[0-9]+}}, and was written on the host at {{.*}}: 'target update to({{x|y}})'
  // REGION-NEWER: newer copy: 'y' is read on the host at {{.*}}, and was written by a loop at {{.*}}kept-copies.c:{{[0-9]+}} while devices keep it: 'target update from(y)' is missing
#pragma omp target data map(to: x[0:N]) map(tofrom: y[0:N])
  {
    plain();
    x[7] = 1;
#pragma omp target update to(x[7:1]) if (fault != 9)
    plain();
#pragma omp target update from(y[0:N]) if (fault != 11)
    printf("%g\n", norm(y));
    if (fault == 10)
      y[9] = 3;
    y[11] = 5; // overwrites an element that the loop wrote and that 'update from' copied
#pragma omp target update to(y[11:1])
    plain();
    if (fault == 12) {
#pragma omp target update from(y[0:N / 2])
      printf("%g\n", norm(y));
    }
  }
  printf("%g\n", norm(y));
  // CLEAN: nothing found in 2 loops
  return 0;
}
