// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to rows that were never set, which a guard keeps the program from following. They lead to nothing, to the
// last bytes of all addresses, or to memory that cannot be read.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O1 -w %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// CHECK: 2 of 2 loops split
#include "Inputs/checksum.h"
#include <stdint.h>
#include <stdlib.h>

enum { ROWS = 400, COLUMNS = 4 };

static void read(int n, const int *set, unsigned char **rows, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (set[i])
      x[i] = rows[i][0] + rows[i][1] + rows[i][COLUMNS - 1];
}

static void write(int n, const int *set, int **rows) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (set[i])
      for (int j = 0; j < COLUMNS; j++)
        rows[i][j] += i;
}

int main(void) {
  unsigned char *bytes = malloc(ROWS * COLUMNS), **byteRows = malloc(ROWS * sizeof *byteRows);
  int *numbers = malloc(ROWS * COLUMNS * sizeof *numbers), **rows = malloc(ROWS * sizeof *rows);
  int *x = calloc(ROWS, sizeof *x), *set = malloc(ROWS * sizeof *set);
  for (int wild = 0; wild < 6; wild++) { // the first time, all pointers are set
    const uintptr_t pointers[] = {0, 0, UINTPTR_MAX - 1, UINTPTR_MAX - 15, 8, UINTPTR_MAX / 2 + 1};
    for (int e = 0; e < ROWS * COLUMNS; e++)
      bytes[e] = e, numbers[e] = e * 7;
    for (int i = 0; i < ROWS; i++) {
      set[i] = wild == 0 || i % 100 != 99;
      byteRows[i] = set[i] ? bytes + i * COLUMNS : (unsigned char *)pointers[wild];
      rows[i] = set[i] ? numbers + i * COLUMNS : (int *)pointers[wild];
    }
    read(ROWS, set, byteRows, x);
    write(ROWS, set, rows);
    printChecksum("x", x, ROWS * sizeof *x);
    printChecksum("rows", numbers, ROWS * COLUMNS * sizeof *numbers);
  }
}
