// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On emulated devices a column outside the device's block is reported in declared and in flat arrays, and so is a plane
// of an inner dimension, with the dimension's number. The CPUs alone do not look.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 %t declared | FileCheck %s --check-prefix=FINE
// RUN: not --crash env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu %t fine 9 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t fine 0 | FileCheck %s --check-prefix=FINE
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t declared 40 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t flat 40 2>&1 | FileCheck %s --check-prefix=FLAT
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t plane 40 2>&1 | FileCheck %s --check-prefix=PLANE

// FINE: done
// ROW: array 'table'{{.*}}index 9 in dimension 1 of 2
// DECLARED: array 'table'{{.*}}in dimension 2 of 2 outside
// FLAT: array 'a'{{.*}}in dimension 2 of 2 outside
// PLANE: array 'v'{{.*}}in dimension 2 of 3 outside
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 100, DEPTH = 3 };
static int table[ROWS][COLUMNS];
static int buffer[ROWS * COLUMNS], solid[ROWS * COLUMNS * DEPTH];

static void declared(int row, int shift) {
#pragma omp parallel for hetero(1) part_copy(table[0:ROWS][1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++)
    table[row][(j + shift) % COLUMNS] += j;
}

static void flat(int rows, int columns, int *a, int shift) {
#pragma omp parallel for hetero(1) part_copy(a[0:rows][1:columns])
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++)
      a[i * columns + j + shift] += j;
}

static void plane(int rows, int columns, int depth, int *v, int shift) {
#pragma omp parallel for hetero(1) part_copy(v[0:rows][1:columns][0:depth])
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++)
      v[(i * columns + j) * depth + shift * depth] += j;
}

int main(int argc, char **argv) {
  int shift = argc > 2 ? atoi(argv[2]) : 0;
  if (!strcmp(argv[1], "fine"))
    declared(shift, 0);
  else if (!strcmp(argv[1], "declared"))
    declared(0, shift);
  else if (!strcmp(argv[1], "flat"))
    flat(ROWS - 1, COLUMNS, buffer, shift);
  else
    plane(ROWS - 1, COLUMNS, DEPTH, solid, shift);
  puts("done");
}
