// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays mapped as `indexed` by another array: a device gets each element that its share of the indices names, once,
// and no others. Indices may be in any order and repeated, and be mapped by rows, by segments, or as a whole.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --schedules static,adaptive --setting HETRT_EMULATED=memory=64K %t.serial %t
// RUN: %compare --schedules static,adaptive --setting HETRT_WRITE=back %t.serial %t
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// Rows: 2400 elements with a column and a value each, 601 row starts; the columns are multiples of 5 below 1500.
// RUN: %reported %t.json "regions[0]['devices'][1]['bytes_in'] == 2400 * (4 + 8) + 601 * 4 + 300 * 8"
// RUN: %reported %t.json "regions[0]['devices'][1]['bytes_out'] == 600 * 8"

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>

enum { Rows = 600, Columns = 1500, Width = 3 };

static void multiply(int n, int columns, const int *begin, const int *column, const double *value, const double *x,
                     double *y) {
#pragma omp parallel for HETCC(partition(adaptive)                                                                     \
                                   map(to, segmented : column[0 : begin[n], begin, i], value[0 : begin[n], begin, i])  \
                                       map(to, indexed : x[0:columns, column, i]) map(from : y[0:n, i]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

/* One index for each iteration, without a clause for the indices; they index two arrays, one of which has rows. */
static long pick(unsigned char n, const unsigned char *place, const long *x, const short (*row)[Width], long *y) {
  long total = 0;
#pragma omp parallel for HETCC(hetero(1) map(to, indexed : x[0:Columns, place, i], row[0:Columns, place, i][:])        \
                                   map(tofrom : y[0:n, i])) reduction(+ : total)
  for (unsigned char i = 0; i < n; i++) {
    y[i] += x[place[i]];
    for (int j = 0; j < Width; j++)
      total += row[place[i]][j] * x[(int)place[i]];
  }
  return total;
}

/* Rows of indices, in a flat array and in an array with rows; a loop downwards. */
static void stencil(int n, const long *near, const int (*far)[2], const float *x, const float *z, float *y) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(near[1:n][0:Width], far[1:n][0:2])                                \
                                   map(to, indexed : x[0:Columns, near, i], z[0:Columns, far, i]) part_copy(y[1:n]))
  for (int i = n - 2; i >= 1; i -= 2) {
    for (int j = 0; j < Width; j++)
      y[i] += x[near[i * Width + j]];
    y[i] -= z[far[i][0]] + z[far[i][1]];
  }
}

/* Each device has all of the indices. */
static void permute(int n, const int *order, const int *x, int *y) {
#pragma omp parallel for HETCC(hetero(1) map(to : order[0:n]) map(to, indexed : x[0:Columns, order, i])                 \
                                   part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = x[order[n - 1 - i]];
}

int main(void) {
  int *begin = malloc((Rows + 1) * sizeof *begin), *column = malloc(4 * Rows * sizeof *column);
  double *value = malloc(4 * Rows * sizeof *value), *x = malloc(Columns * sizeof *x), *y = malloc(Rows * sizeof *y);
  int count = 0;
  for (int i = 0; i < Rows; i++) {
    begin[i] = count;
    const int length = i > 300 ? 2 : i == 300 ? 602 : i % 10 == 0 ? 0 : i % 10 == 1 ? 8 : 4;
    for (int k = 0; k < length; k++, count++)
      column[count] = count * 35 % Columns, value[count] = count % 13 - 5;
  }
  begin[Rows] = count;
  for (int i = 0; i < Columns; i++)
    x[i] = i * 7 % 1009;
  for (int i = 0; i < Rows; i++)
    y[i] = -1;
  multiply(Rows, Columns, begin, column, value, x, y);
  printChecksum("multiply", y, Rows * sizeof *y);

  unsigned char *place = malloc(255);
  long *xs = malloc(Columns * sizeof *xs), *ys = malloc(Rows * sizeof *ys);
  short(*row)[Width] = malloc(Columns * sizeof *row);
  for (int i = 0; i < 255; i++)
    place[i] = (unsigned char)(i * i % 251 + 4);
  for (int i = 0; i < Columns; i++) {
    xs[i] = i * 13L % 503;
    for (int j = 0; j < Width; j++)
      row[i][j] = (short)(i - j);
  }
  for (int i = 0; i < Rows; i++)
    ys[i] = i;
  long total = pick(250, place, xs, (const short(*)[Width])row, ys);
  printChecksum("pick", &total, sizeof total);
  printChecksum("ys", ys, Rows * sizeof *ys);

  long *near = malloc(Rows * Width * sizeof *near);
  int(*far)[2] = malloc(Rows * sizeof *far);
  float *xf = malloc(Columns * sizeof *xf), *zf = malloc(Columns * sizeof *zf), *yf = malloc(Rows * sizeof *yf);
  for (int i = 0; i < Rows; i++) {
    for (int j = 0; j < Width; j++)
      near[i * Width + j] = (i * 91L + j) % Columns;
    far[i][0] = i, far[i][1] = Columns - 1 - i;
    yf[i] = (float)i;
  }
  for (int i = 0; i < Columns; i++)
    xf[i] = (float)(i % 31), zf[i] = (float)(i % 37);
  stencil(Rows, near, (const int(*)[2])far, xf, zf, yf);
  printChecksum("stencil", yf, Rows * sizeof *yf);

  int *order = malloc(Rows * sizeof *order), *xi = malloc(Columns * sizeof *xi), *yi = malloc(Rows * sizeof *yi);
  for (int i = 0; i < Rows; i++)
    order[i] = i * 7 % Rows;
  for (int i = 0; i < Columns; i++)
    xi[i] = i * 3;
  permute(Rows, order, xi, yi);
  printChecksum("permute", yi, Rows * sizeof *yi);
  free(begin), free(column), free(value), free(x), free(y), free(place), free(xs), free(ys), free(row);
  free(near), free(far), free(xf), free(zf), free(yf), free(order), free(xi), free(yi);
}
