// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause with a tied first dimension of two gives each device a block of whole rows. Rows of static arrays, of VLAs
// and behind pointers to arrays move as one piece.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { ROWS = 211, COLUMNS = 37 };
static int table[ROWS][COLUMNS];

static void scaleTable(void) {
#pragma omp parallel for hetero(1) part_copy(table[1:ROWS][0:COLUMNS])
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      table[i][j] = 3 * table[i][j] + j;
}

static void addRows(int rows, int columns, int (*sum)[columns], const int (*term)[columns]) {
#pragma omp parallel for hetero(1) part_copy(sum[1:rows][0:columns]) part_copyin(term[1:rows][0:columns])
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum[i][j] += term[i][j];
}

int main(int argc, char **argv) {
  (void)argv;
  int rows = 180 + argc, columns = 22 + argc;
  int vla[rows][columns];
  int(*heap)[columns] = malloc(sizeof(int[rows][columns]));
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      vla[i][j] = i * j;
      heap[i][j] = i - j;
    }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      table[i][j] = i ^ j;
  scaleTable();
  addRows(rows, columns, vla, (const int(*)[columns])heap);
  addRows(rows, columns, heap, (const int(*)[columns])vla);
  printChecksum("table", table, sizeof table);
  printChecksum("vla", vla, sizeof vla);
  printChecksum("heap", heap, sizeof(int[rows][columns]));
  free(heap);
}
