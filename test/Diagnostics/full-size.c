// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns that cannot be packed densely on a device take the memory of the whole array there; `--hetcc-explain` says
// why. The results are right nevertheless.
// RUN: %hetcc --hetcc-explain -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "../Run/Inputs/checksum.h"
#include <stddef.h>

enum { ROWS = 20, COLUMNS = 90 };
static int table[ROWS][COLUMNS], cells[ROWS * COLUMNS];

static int middle(const int *row, int column) { return row[column]; }

// CHECK: full-size.c:[[# @LINE + 3]]:{{[0-9]+}}: remark: array 'table' takes its full size on a device: a pointer into it is used with strides of its own
static void called(int columns) {
  (void)columns;
#pragma omp parallel for hetero(1) part_copyin(table[0:ROWS][1:COLUMNS]) part_copy(cells[1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++)
      cells[j] += middle(table[i], j);
}

// CHECK: full-size.c:[[# @LINE + 3]]:{{[0-9]+}}: remark: array 'a' takes its full size on a device: the subscript in line [[# @LINE + 6]] does not show the index that follows the loop
static void computed(int rows, int columns, int *a) {
  // The row distance in the loop ('columns') is not the one in the clause, by name.
#pragma omp parallel for hetero(1) part_copy(a[0:rows][1:columns])
  for (int j = 0; j < columns; j++)
    for (int k = j; k < rows * columns; k += columns)
      a[k] += k;
}

// CHECK: full-size.c:[[# @LINE + 3]]:{{[0-9]+}}: remark: array 'a' takes its full size on a device: the subscript in line [[# @LINE + 6]] does not
// Unsigned arithmetic that wraps means another element once distances are wider.
static void wrapping(unsigned rows, unsigned columns, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[0:rows][1:columns])
  for (unsigned j = 0; j < columns; j++)
    for (unsigned i = 0; i < rows; i++)
      a[(i - 1) * columns + columns + j] ^= i;
}

// CHECK: full-size.c:[[# @LINE + 4]]:{{[0-9]+}}: remark: array 'a' takes its full size on a device: its elements are not of the size of 'int'
static void pairs(int rows, int columns, int *a) {
  // Each row has columns / 2 pairs.
  int half = columns / 2;
#pragma omp parallel for hetero(1) part_copy(a(2 * sizeof(int))[0:rows][1:half])
  for (int j = 0; j < half; j++)
    for (int i = 0; i < rows; i++) {
      a[(i * half + j) * 2] += 3;
      a[(i * half + j) * 2 + 1] += 5;
    }
}

int main(void) {
  for (int i = 0; i < ROWS * COLUMNS; i++)
    cells[i] = i, table[i / COLUMNS][i % COLUMNS] = i * 3;
  called(COLUMNS);
  computed(ROWS, COLUMNS, cells);
  wrapping(ROWS, COLUMNS, cells);
  pairs(ROWS, COLUMNS, cells);
  printChecksum("cells", cells, sizeof cells);
}
