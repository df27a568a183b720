// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks: a part writes elements that its neighbour may still be reading, without a barrier in between; and a part
// reads elements of another part without padding, which is outside of its window.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=WINDOW
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 90, SWEEPS = 4 };
static int fault, at[N];
static double u[N], w[N];

static void inPlace(void) {
  // Chance decides which of the two accesses comes first.
  // ORDER: padding-order.c:[[@LINE+3]]: {{order|padding}}: u[{{[0-9]+}}] is {{written|read}} at {{.*}} by one part of the block, and {{(was )?(written|read)}} at {{.*}} by another
  // WINDOW: padding-order.c:[[@LINE+2]]: window: map(tofrom:)(u), line [[@LINE+2]]: u[{{[0-9]+}}] is read at {{.*}}:[[@LINE+5]] in the part of iterations {{[0-9]+}} to {{[0-9]+}}, which may read [{{[0-9]+}}, {{[0-9]+}})
  int start = 1, end = N - 1;
#pragma omp parallel devices(any) partition(adaptive: i = start; i < end; i++) map(tofrom: u[1|0:N|1, i], w[0:N, i]) map(to: at[0:N, i])
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (int i = start; i < end; i++)
      w[i] = u[i - 1] + u[at[i] + 1];
    if (fault != 1) {
#pragma omp barrier
    }
    for (int i = start; i < end; i++)
      u[i] = w[i] / 2;
#pragma omp target update padding_update_nearby(u)
  }
}

int main(int argc, char **argv) {
  fault = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < N; i++) {
    u[i] = i % 7;
    at[i] = fault == 2 && i < N - 4 ? i + 2 : i;
  }
  inPlace();
  // CLEAN: nothing found in
  printf("%g %g\n", u[5], w[5]);
  return 0;
}
