// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose windows no clause can express: four dimensions, an extent from the loop, gaps, a triangle, blocks with a
// shorter last one. They are split, and only the elements that are used move.
// RUN: %hetcc -O1 %s -o %t
// RUN: %serial -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: FileCheck %s < %t.json
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 300, Columns = 300 };

// CHECK: stated-boxes.c:[[#@LINE+3]]
// CHECK: "kind":"emulated",{{.*}}"bytes_in":252000,"bytes_out":252000
static void four(int n, double (*u)[6][7][5]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 7; k++)
        for (int m = 0; m < 5; m++)
          u[i][j][k][m] = u[i][j][k][m] * 2 + i + j + k + m;
}

// CHECK: "kind":"emulated",{{.*}}"bytes_in":1200,"bytes_out":1200
static void behind(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[i] = 1;
    if (i > 0)
      y[i] += x[i - 1];
  }
}

// CHECK: "kind":"emulated",{{.*}}"bytes_in":0,"bytes_out":2400
static void gaps(int n, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[3 * i] = i;
    y[3 * i + 2] = -i;
  }
}

// CHECK: "kind":"emulated",{{.*}}"bytes_in":0,"bytes_out":270600
static void triangle(int n, double (*l)[Columns]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] = i * j;
}

// CHECK: "kind":"emulated",{{.*}}"bytes_in":0,"bytes_out":3576
static void blocks(int n, int size, int b, double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < (n + size - 1) / size; i++)
    for (int k = size * i; k < (size * i + b < n ? size * i + b : n); k++)
      x[k] = 2 * k;
}

static double checksum(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * (i % 19);
  return sum;
}

int main(void) {
  double(*u)[6][7][5] = malloc(Rows * sizeof *u), (*l)[Columns] = malloc(Rows * sizeof *l);
  double *x = malloc(3 * Rows * sizeof *x), *y = malloc(3 * Rows * sizeof *y);
  for (int i = 0; i < Rows * 6 * 7 * 5; i++)
    u[0][0][0][i] = i;
  for (int i = 0; i < Rows * Columns; i++)
    l[0][i] = 7;
  for (int i = 0; i < 3 * Rows; i++)
    x[i] = i, y[i] = 1000 + i;
  four(Rows, u);
  printf("%g\n", checksum(u[0][0][0], Rows * 6 * 7 * 5));
  behind(Rows, x, y);
  printf("%g\n", checksum(y, 3 * Rows));
  gaps(Rows, y);
  printf("%g\n", checksum(y, 3 * Rows));
  triangle(Rows, l);
  printf("%g\n", checksum(l[0], Rows * Columns));
  blocks(Rows * 3 - 5, 16, 16, x);
  printf("%g\n", checksum(x, 3 * Rows));
}
