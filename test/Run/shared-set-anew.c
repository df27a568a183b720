// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared variables that each iteration sets before it reads them: right in OpenMP only with one thread, but programs do
// it. On accelerators each iteration has its own copy, if the last value is not used.
// RUN: %serial -O2 %s -o %t.serial
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: env OMP_NUM_THREADS=1 %compare --devices "cpu:1,emulated:1;emulated:1;emulated:2" %t.serial %t
// RUN: env OMP_NUM_THREADS=1 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "sum(all(sum(d['iterations']) for d in r['devices']) for r in regions) == 3"
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-summary -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: 3 of 8 loops split
// CHECK-NEXT: 'left' is shared and written by the loop
// CHECK-NEXT: 'pointed' is shared and written by the loop
// CHECK-NEXT: 'sometimes' is shared and written by the loop
// CHECK-NEXT: 'seen' is shared and written by the loop
// CHECK-NEXT: 'abroad' is shared and written by the loop
#include "Inputs/checksum.h"

enum { N = 500, M = 7 };
static double x[N], y[N], left, pointed, *to = &pointed, sometimes, seen, once, twice;
double abroad;

static double reads(void) { return seen; }

// As in NPB BT.
static void divide(void) {
#pragma omp for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      once = 1 / x[i];
      twice = once * once;
      y[i] += once + twice * j;
    }
#pragma omp for nowait
  for (int i = 0; i < N; i++) {
    if (x[i] > 3)
      once = 2;
    else
      once = -x[i];
    y[i] *= once;
  }
}

// As in NPB CG: a local counter of the function.
static void sums(void) {
  int k;
  double sum;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    sum = 0;
    for (k = 0; k < M; k++)
      sum += x[i] * k;
    y[i] += sum;
  }
}

static void refused(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    left = x[i];
    y[i] += left;
  }
  y[0] += left;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    pointed = x[i];
    y[i] += pointed;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (x[i] > 2)
      sometimes = x[i];
    y[i] += sometimes;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    seen = x[i];
    y[i] += seen;
  }
  y[1] += reads();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    abroad = x[i];
    y[i] += abroad;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 11 + 1;
#pragma omp parallel
  divide();
  printChecksum("divide", y, sizeof y);
  sums();
  printChecksum("sums", y, sizeof y);
  refused();
  printChecksum("refused", y, sizeof y);
  printf("%g\n", *to);
}
