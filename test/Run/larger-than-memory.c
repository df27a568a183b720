// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays many times larger than an accelerator's memory are moved in pieces, of which two fit at once: elements with
// halo, columns, with a reduction, and persistent arrays. If not even one iteration fits, the cores run the loop.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: env HETRT_EMULATED=memory=64K %compare --schedules static,gpu,chunk,auto %t.serial %t
// RUN: env HETRT_EMULATED=memory=64K HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > /dev/null
// RUN: %reported %t.json "iterations('cpu') == 0 and iterations('emulated') == 5 * 40000 - 2 + 2 * 700"
// RUN: env HETRT_EMULATED=memory=1K HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s

// CHECK: emulated:0 has not enough memory for the region's arrays, and its share runs elsewhere: wanted at least
// CHECK: y
#include "Inputs/checksum.h"
#include <stdio.h>

enum { N = 40000, ROWS = 60, COLUMNS = 700 };
static double x[N], y[N];
static float table[ROWS][COLUMNS];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 1000, y[i] = i % 77;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    (&table[0][0])[i] = i % 911;
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N:1]) part_copy(y[1:N]) persist(y)
    for (int i = 1; i < N; i++)
      y[i] += x[i - 1] - (i + 1 < N ? x[i + 1] : 0);
#pragma omp parallel for hetero(1) part_copy(table[0:ROWS][1:COLUMNS])
    for (int j = 0; j < COLUMNS; j++)
      for (int i = 0; i < ROWS; i++)
        table[i][j] += i * j % 13;
  }
#pragma omp depersist(y)
  long sum = 0;
#pragma omp parallel for hetero(1) part_copyin(y[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += (long)y[i];
  for (int pass = 0; pass < 2; pass++)
#pragma omp parallel for hetero(1) part_copyout(x[1:N]) part_copyin(y[1:N])
    for (int i = 0; i < N; i++)
      x[i] = y[i] / 2;
  printf("sum %ld\n", sum);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("table", table, sizeof table);
}
