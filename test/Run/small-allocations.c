// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small arrays of unknown length that malloc has allocated: devices get the array's block, also if the program itself moves the
// program break (sbrk).
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all %s -o %t
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t break 2>&1 | FileCheck %s

// CHECK-NOT: no accelerator
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 4000, Kinds = 5 };

static void gather(int n, const int *kind, const double *weights, const float *offsets, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += weights[kind[i]] - offsets[kind[n - 1 - i] - 2];
}

static int place[40];
static void scatter(int n, int *last) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    last[place[i]] = i * 3;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    (void)!sbrk(64);
  int *kind = malloc(N * sizeof *kind), *last = malloc(50 * sizeof *last);
  double *y = calloc(N, sizeof *y), *weights = malloc(Kinds * sizeof *weights);
  float *offsets = malloc(Kinds * sizeof *offsets);
  for (int i = 0; i < Kinds; i++) {
    weights[i] = i * i + 0.5;
    offsets[i] = (float)(2 * i);
  }
  for (int i = 0; i < N; i++)
    kind[i] = i * 7 % Kinds;
  for (int i = 0; i < 50; i++)
    last[i] = -i;
  for (int i = 0; i < 40; i++)
    place[i] = i * 11 % 50;
  for (int pass = 0; pass < 3; pass++) {
    gather(N, kind, weights, offsets + 2, y);
    scatter(40 - pass, last);
    weights[pass] += 1;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 19);
  printf("%g\n", sum);
  for (int i = 0; i < 50; i++)
    printf("%d ", last[i]);
  printf("\n");
  return 0;
}
