// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause with a tied second dimension gives each device a packed block of columns. Static arrays, VLAs, pointers to
// arrays and flat pointers are subscripted as in the source, although rows have another distance on the device.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetcc --hetcc-explain -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not="full size"

// CHECK: remark: this loop runs on the CPUs and on accelerators
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { ROWS = 37, COLUMNS = 211 };
static int table[ROWS][COLUMNS];
static float out[ROWS][COLUMNS];

static void scaleTable(void) {
#pragma omp parallel for hetero(1) part_copy(table[0:ROWS][1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++)
      table[i][j] = 3 * table[i][j] + i;
}

static void smoothTable(void) {
#pragma omp parallel for hetero(1) part_copyin(table[0:ROWS][1:COLUMNS:2]) part_copyout(out[0:ROWS][1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++)
      out[i][j] = j < 2 || j >= COLUMNS - 2 ? 0.5f : (table[i][j - 2] + table[i][j] + table[i][j + 2]) / 4.0f;
}

static void addColumns(int rows, int columns, int (*sum)[columns], const int (*term)[columns]) {
#pragma omp parallel for hetero(1) part_copy(sum[0:rows][1:columns]) part_copyin(term[0:rows][1:columns])
  for (int j = columns - 1; j >= 0; j -= 3)
    for (int i = 0; i < rows; i++)
      sum[i][j] += term[rows - 1 - i][j];
}

static void flatColumns(int rows, int columns, double *a, const double *b) {
#pragma omp parallel for hetero(1) part_copy(a[0:rows][1:columns]) part_copyin(b[0:rows][1:columns:1])
  for (int j = 1; j < columns; j++)
    for (int i = 1; i < rows; i++)
      a[i * columns + j] += b[(i - 1) * (long)columns + j] - b[j - 1 + columns * i] + b[(size_t)i * columns - columns + j];
}

int main(int argc, char **argv) {
  (void)argv;
  int rows = 22 + argc, columns = 180 + argc;
  int vla[rows][columns];
  int(*heap)[columns] = malloc(sizeof(int[rows][columns]));
  double *a = malloc(sizeof(double) * rows * columns), *b = malloc(sizeof(double) * rows * columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      vla[i][j] = i * j;
      heap[i][j] = i - j;
      a[i * columns + j] = i + 0.25 * j;
      b[i * columns + j] = i * 0.5 - j;
    }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      table[i][j] = i ^ j;
  scaleTable();
  smoothTable();
  addColumns(rows, columns, vla, (const int(*)[columns])heap);
  addColumns(rows, columns, heap, (const int(*)[columns])vla);
  flatColumns(rows, columns, a, b);
  printChecksum("table", table, sizeof table);
  printChecksum("out", out, sizeof out);
  printChecksum("vla", vla, sizeof vla);
  printChecksum("heap", heap, sizeof(int[rows][columns]));
  printChecksum("a", a, sizeof(double) * rows * columns);
  free(heap);
  free(a);
  free(b);
}
