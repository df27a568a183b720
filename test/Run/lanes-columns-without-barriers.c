// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As lanes-without-barriers.c, where neighbouring iterations lie side by side: without the barriers, each of these
// loops has another result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7 --devices emulated:1 --schedules static %t.serial %t
// RUN: %build_root/libexec/hetcc/hetcc-translate --no-barriers --host-output=%t.c -- %s -I%S
// RUN: %host_cc -O2 $(%hetcc --cflags) -I%S %t.c -o %t.without $(%hetcc --libs)
// RUN: %t.serial > %t.right
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=lanes=7 %t.without > %t.wrong
// A single lane needs no barriers.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=lanes=1 %t.without | diff %t.right -
// RUN: test $(diff %t.right %t.wrong | grep -c '^>') = 5
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'neighbouring iterations side by side' | FileCheck %s
// CHECK: 7
#include "Inputs/checksum.h"

enum { ROWS = 30, COLUMNS = 40 };
static int x[ROWS][COLUMNS], y[ROWS][COLUMNS], z[COLUMNS];

static void start(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] = (i * 7 + j * 3) % 19, y[i][j] = z[j] = 1;
}

static void finish(const char *name) {
  printChecksum(name, x, sizeof x);
}

int main(void) {
  start(); // needs the barrier between two shared loops
#pragma omp parallel for hetero(1) part_copy(x[0:ROWS][1:COLUMNS]) part_copy(y[0:ROWS][1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++) {
    for (int i = 0; i < ROWS; i++)
      y[i][j] = 2 * x[i][j];
    for (int i = 0; i < ROWS; i++)
      x[i][j] = y[ROWS - 1 - i][j];
  }
  finish("loops");

  start(); // needs the barrier between lane 0 and all lanes
#pragma omp parallel for hetero(1) part_copy(x[0:ROWS][1:COLUMNS]) part_copy(z[1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++) {
    z[j] = 5;
    for (int i = 0; i < ROWS; i++)
      x[i][j] += z[j];
  }
  finish("first");

  start(); // needs the barrier from all lanes to lane 0, which writes what others may still read
#pragma omp parallel for hetero(1) part_copy(x[0:ROWS][1:COLUMNS]) part_copy(z[1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++) {
    int old = z[j];
    z[j] = 5;
    for (int i = 0; i < ROWS; i++)
      x[i][j] += old;
  }
  finish("read");

  start(); // needs the barriers around the combination of lanes' values
#pragma omp parallel for hetero(1) part_copy(x[0:ROWS][1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++) {
    int sum = 0;
    for (int i = 0; i < ROWS; i++)
      sum += x[i][j];
    for (int i = 0; i < ROWS; i++)
      x[i][j] = sum - x[i][j];
  }
  finish("combined");

  start(); // needs the barrier between two combinations, which use the same memory
#pragma omp parallel for hetero(1) part_copy(x[0:ROWS][1:COLUMNS]) part_copy(z[1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++) {
    int sum = 0, most = 0;
    for (int i = 0; i < ROWS; i++) {
      sum += x[i][j];
      most = x[i][j] > most ? x[i][j] : most;
    }
    x[0][j] = 100 * sum + most;
  }
  finish("twice");
  return 0;
}
