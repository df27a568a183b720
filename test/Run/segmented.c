// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in compressed rows: iteration i uses elements begin[i] to begin[i + 1] - 1 of arrays mapped as `segmented`,
// and may write them. Devices get their rows and no others; rows may be empty, or longer than all others together. The
// array of row starts has any integer type, and needs no clause.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --schedules static,adaptive --setting HETRT_EMULATED=memory=56K %t.serial %t
// A device without memory for the longest row gets no share of the loop.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=memory=32K %t 2> %t.err > %t.out
// RUN: %t.serial | diff %t.out -
// RUN: FileCheck %s < %t.err
// CHECK: segmented.c:{{[0-9]+}}: emulated:0 has not enough memory for the region's arrays, and its share runs elsewhere: wanted at least {{[0-9]+}} bytes, found 32768
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// Both devices together get each element once; each gets its row starts and one more, and all of x.
// RUN: %reported %t.json "sum(device['bytes_in'] for device in regions[0]['devices']) == 3792 * (8 + 4) + (1200 + 2) * 4 + 2 * 1200 * 8"
// RUN: %reported %t.json "sum(device['bytes_out'] for device in regions[0]['devices']) == 1200 * 8"

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>

enum { Rows = 1200 };

static void multiply(int n, const int *begin, const int *column, const double *value, const double *x, double *y) {
#pragma omp parallel for HETCC(partition(adaptive)                                                                     \
                                   map(to, segmented : column[0 : begin[n], begin, i], value[0 : begin[n], begin, i])  \
                                       map(to : x[0:n]) map(from : y[0:n, i]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

/* Scales every third row by its number. */
static void scale(unsigned short n, const unsigned short *begin, double *value) {
#pragma omp parallel for HETCC(hetero(1) map(tofrom, segmented : value[0 : begin[n], begin, row]))
  for (unsigned short row = 1; row < n; row += 3)
    for (unsigned k = begin[row]; k < begin[row + 1]; k++)
      value[k] *= row;
}

/* Sets the elements of each row, from the last row to the first; elements are triples of numbers. */
static void fill(long n, const long *begin, float (*triple)[3]) {
#pragma omp parallel for HETCC(hetero(1) map(from, segmented : triple[0 : begin[n], begin, i][:])                      \
                                   map(to : begin[0 : n + 1]))
  for (long i = n - 1; i >= 0; i--)
    for (long k = begin[i]; k < begin[i + 1]; k++)
      for (int j = 0; j < 3; j++)
        triple[k][j] = (float)(i * 3 + k % 5 + j);
}

int main(void) {
  int *begin = malloc((Rows + 1) * sizeof *begin);
  unsigned short *narrow = malloc((Rows + 1) * sizeof *narrow);
  long *wide = malloc((Rows + 1) * sizeof *wide);
  int count = 0;
  for (int i = 0; i <= Rows; i++) {
    begin[i] = count, narrow[i] = (unsigned short)count, wide[i] = count;
    count += i == Rows ? 0 : i == 700 ? 1692 : i % 4 == 3 ? 0 : i % 5 + (i % 2);
  }
  int *column = malloc((size_t)count * sizeof *column);
  double *value = malloc((size_t)count * sizeof *value), *x = malloc(Rows * sizeof *x), *y = malloc(Rows * sizeof *y);
  float(*triple)[3] = malloc((size_t)count * sizeof *triple);
  for (int k = 0; k < count; k++)
    column[k] = k * 37 % Rows, value[k] = k % 11 - 3;
  for (int i = 0; i < Rows; i++)
    x[i] = i % 17, y[i] = -1;
  multiply(Rows, begin, column, value, x, y);
  printChecksum("y", y, Rows * sizeof *y);
  scale(Rows, narrow, value);
  printChecksum("value", value, (size_t)count * sizeof *value);
  fill(Rows, wide, triple);
  printChecksum("triple", triple, (size_t)count * sizeof *triple);
  free(begin), free(narrow), free(wide), free(column), free(value), free(x), free(y), free(triple);
}
