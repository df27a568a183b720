// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If barriers are left out, lanes run ahead of each other, so that a missing barrier is noticed: with the translator's
// option --no-barriers, which exists for this test, each of these loops has another result.
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
#include "Inputs/checksum.h"

enum { ROWS = 40, COLUMNS = 30 };
static int x[ROWS][COLUMNS], y[ROWS][COLUMNS], z[ROWS];

static void start(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] = (i * 7 + j * 3) % 19, y[i][j] = z[i] = 1;
}

static void finish(const char *name) {
  printChecksum(name, x, sizeof x);
}

int main(void) {
  start(); // needs the barrier between two shared loops
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(y[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < COLUMNS; j++)
      y[i][j] = 2 * x[i][j];
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] = y[i][COLUMNS - 1 - j];
  }
  finish("loops");

  start(); // needs the barriers in a loop that all lanes run together
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(y[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++)
    for (int pass = 0; pass < 3; pass++) {
      for (int j = 1; j < COLUMNS; j++)
        y[i][j] += x[i][j - 1];
      for (int j = 1; j < COLUMNS; j++)
        x[i][j] += y[i][j - 1];
    }
  finish("together");

  start(); // needs the barrier between lane 0 and all lanes
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(z[1:ROWS])
  for (int i = 0; i < ROWS; i++) {
    z[i] = 5;
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] += z[i];
  }
  finish("first");

  start(); // needs the barrier from all lanes to lane 0, which writes what others may still read
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(z[1:ROWS])
  for (int i = 0; i < ROWS; i++) {
    int old = z[i];
    z[i] = 5;
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] += old;
  }
  finish("read");

  start(); // needs the barriers around the combination of lanes' values
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++) {
    int sum = 0;
    for (int j = 0; j < COLUMNS; j++)
      sum += x[i][j];
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] = sum - x[i][j];
  }
  finish("combined");
  return 0;
}
