// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `target` makes a private copy of a scalar that no clause names: the changes that its loops make to this copy are
// lost, however the construct is written, and however hard it is to find the end of its braces.
// RUN: %hetcc -w -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=cpu:2 %t | FileCheck %s
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=cpu:1,emulated:1 %t | FileCheck %s
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=emulated:2 %t | FileCheck %s
// CHECK: 0 -1 -5 1 1 1 1 1
// CHECK: 3 0 6

#include <stdio.h>

enum { N = 200 };

typedef struct {
  int a, b;
} Pair;
#define BEGIN {

static int x[N], y[N];

int main(void) {
  int sum = 0, last = -1, counter = -5, updated = 1, behind = 1, elsewhere = 1, inMacro = 1, shared = 1, total = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 3 + 1;

#pragma omp target map(to : x)
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += x[i];
#pragma omp target map(to : x)
#pragma omp teams distribute parallel for lastprivate(last)
  for (int i = 0; i < N; i++)
    last = x[i];
#pragma omp target map(tofrom : y)
#pragma omp teams distribute parallel for simd
  for (counter = 0; counter < N; counter++)
    y[counter] = 0;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    updated += 1;
  }

  // Initializers, #if and macros contain braces, so that the end of each block is hard to find.
#pragma omp target map(tofrom : y) map(to : x)
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < N; i++)
      y[i] = (Pair){x[i], 2}.a;
  }
#pragma omp target map(tofrom : y) map(to : x)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#if 0
      if (x[i] > 2) {
#else
      if (x[i] > 1) {
#endif
        y[i] += x[i];
      }
    }
    behind = 3;
  }
#pragma omp target map(tofrom : y)
  {
#pragma omp parallel for
#ifdef NOWHERE
    for (int i = 0; i < N; i++)
      y[i] = 0;
  }
#else
    for (int i = 0; i < N; i++)
      y[i] += 0;
    elsewhere = 3;
  }
#endif
#pragma omp target map(tofrom : y)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      BEGIN y[i] += 0; }
    inMacro = 3;
  }

  // One copy that all threads of the construct share.
#pragma omp target firstprivate(shared) map(tofrom : total)
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N; i++) {
    int mine;
#pragma omp atomic capture
    mine = shared++;
    total += mine;
  }

  printf("%d %d %d %d %d %d %d %d\n", sum, last, counter, updated, behind, elsewhere, inMacro, shared);
  printf("%d %d %d\n", y[0] + y[2] - 4, total - (N * (N + 1)) / 2, y[2]);
}
