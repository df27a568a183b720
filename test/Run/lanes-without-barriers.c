// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that do not wait for each other run ahead, so that a barrier that is missing shows: with the barriers left out,
// for which there is an option for this test alone, each of these loops gives another result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7 --devices emulated:1 --schedules static %t.serial %t
// RUN: %build_root/libexec/hetcc/hetcc-translate --no-barriers --host-output=%t.c -- %s -I%S
// RUN: %host_cc -O2 $(%hetcc --cflags) -I%S %t.c -o %t.without $(%hetcc --libs)
// RUN: %t.serial > %t.right
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=lanes=7 %t.without > %t.wrong
// One lane needs no barriers.
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
  start(); // from one shared loop to another
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(y[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < COLUMNS; j++)
      y[i][j] = 2 * x[i][j];
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] = y[i][COLUMNS - 1 - j];
  }
  finish("loops");

  start(); // round a loop that all lanes go through together
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(y[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++)
    for (int pass = 0; pass < 3; pass++) {
      for (int j = 1; j < COLUMNS; j++)
        y[i][j] += x[i][j - 1];
      for (int j = 1; j < COLUMNS; j++)
        x[i][j] += y[i][j - 1];
    }
  finish("together");

  start(); // from the first lane to all
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(z[1:ROWS])
  for (int i = 0; i < ROWS; i++) {
    z[i] = 5;
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] += z[i];
  }
  finish("first");

  start(); // from all to the first lane, which writes what others may still have to read
#pragma omp parallel for hetero(1) part_copy(x[1:ROWS][0:COLUMNS]) part_copy(z[1:ROWS])
  for (int i = 0; i < ROWS; i++) {
    int old = z[i];
    z[i] = 5;
    for (int j = 0; j < COLUMNS; j++)
      x[i][j] += old;
  }
  finish("read");

  start(); // around what lanes combine
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
