// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows have at most four dimensions. For an array with more, everything behind the fourth dimension is one element,
// which is moved as a whole, and of which a loop may write a part or pass it to a function.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 >/dev/null | FileCheck --check-prefix=TABLE %s

// CHECK: many-dimensions.c: 4 of 4 loops split
// TABLE-NOT: wanted a rank
#include "Inputs/checksum.h"

enum { Planes = 23, Rows = 5, Columns = 4 };
static double lhs[Planes][Rows][Columns][3][5][5], rhs[Planes][Rows][Columns][5];

static void clear(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < Rows; j++)
      for (int k = 0; k < Columns; k++)
        for (int m = 0; m < 5; m++)
          for (int l = 0; l < 5; l++) {
            lhs[i][j][k][0][m][l] = 0;
            lhs[i][j][k][2][m][l] = i + j * k;
          }
}

static void diagonal(int n) {
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < Rows; j++)
      for (int k = 0; k < Columns; k++)
        for (int m = 0; m < 5; m++)
          lhs[i][j][k][1][m][m] = 1 + lhs[i][j][k][2][m][0];
}

static void columns(int n) {
#pragma omp parallel for
  for (int j = 1; j < Rows - 1; j++)
    for (int i = 1; i < n; i++)
      for (int k = 0; k < Columns; k++)
        lhs[i][j][k][0][2][3] = lhs[i - 1][j][k][1][2][2] + rhs[i][j][k][1];
}

static void solve(double left[5][5], double right[5]) {
  for (int m = 0; m < 5; m++) {
    left[m][4] += 2;
    right[m] += left[m][m];
  }
}

static void blocks(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < Rows; j++)
      for (int k = 0; k < Columns; k++)
        solve(lhs[i][j][k][1], rhs[i][j][k]);
}

int main(void) {
  for (int pass = 0; pass < 2; pass++) {
    clear(Planes - pass);
    diagonal(Planes);
    columns(Planes - pass);
    blocks(Planes);
    printChecksum("lhs", lhs, sizeof lhs);
    printChecksum("rhs", rhs, sizeof rhs);
  }
  return 0;
}
