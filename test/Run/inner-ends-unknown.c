// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounds of inner loops are array elements, so the host does not know them before the loop. Each iteration still
// writes its own rows, so no full copies are made.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all %s -o %t
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t && FileCheck %s --input-file=%t.json

// CHECK: inner-ends-unknown.c:[[# @LINE + 10]]{{.*}}"full_copy_passes":0
// CHECK: inner-ends-unknown.c:[[# @LINE + 18]]{{.*}}"full_copy_passes":0
// CHECK: inner-ends-unknown.c:[[# @LINE + 24]]{{.*}}"full_copy_passes":2
#include "Inputs/checksum.h"

enum { Planes = 31, Rows = 9, Columns = 11 };
static double now[Planes][Rows][Columns][5], then[Planes][Rows][Columns][5];
static int points[3] = {Planes, Rows, Columns}, place[Planes];

static void update(void) {
#pragma omp parallel for
  for (int i = 1; i < points[0] - 1; i++)
    for (int j = 1; j < points[1] - 1; j++)
      for (int k = 1; k < points[2] - 1; k++)
        for (int m = 0; m < 5; m++)
          now[i][j][k][m] += then[i + 1][j][k][m] - 0.5 * then[i - 1][j][k - 1][m];
}

static void edge(void) {
#pragma omp parallel for
  for (int j = 0; j < points[1]; j++)
    for (int k = 0; k < points[2]; k++)
      then[Planes - 1][j][k][2] = now[2][j][k][1] + j;
}

static void scatter(void) {
#pragma omp parallel for
  for (int i = 0; i < points[0]; i++)
    for (int k = 0; k < points[2]; k++)
      then[place[i]][2][k][0] = now[i][1][k][3];
}

int main(void) {
  for (int i = 0; i < Planes; i++) {
    place[i] = i * 7 % Planes;
    for (int j = 0; j < Rows; j++)
      for (int k = 0; k < Columns; k++)
        for (int m = 0; m < 5; m++)
          then[i][j][k][m] = (i + 2 * j + 3 * k + m) % 13;
  }
  for (int pass = 0; pass < 2; pass++) {
    update();
    edge();
    scatter();
  }
  printChecksum("now", now, sizeof now);
  printChecksum("then", then, sizeof then);
  return 0;
}
