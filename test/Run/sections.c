// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Sections of dimensions that a loop does not follow: only the section moves, in either direction. So a loop may use
 * some columns of rows while other threads use other columns of the same rows.
 */
// RUN: %hetcc -O2 %s -o %t
// RUN: for devices in cpu:2 emulated:1 cpu:1,emulated:2; do \
// RUN:   env HETRT_DEVICES=$devices HETRT_SCHEDULE=static %t | FileCheck %s || exit 1; done
// RUN: %serial -O2 %s -o %t.serial && %t.serial | FileCheck %s
//
// 60 rows of 7 elements, twice: in a matrix whose type gives the row length, and in a flat one whose clause does; 60
// rows of all columns; 7 columns of 12 rows. Arrays that are only read move in, written ones move both ways.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "[sum(d['bytes_in'] for d in r['devices']) for r in regions] == [60*7*8, 60*7*8, 60*100*8 + 60*8, 12*7*8]"
// RUN: %reported %t.json "[sum(d['bytes_out'] for d in r['devices']) for r in regions] == [60*7*8, 60*7*8, 60*8, 12*7*8]"
// CHECK: rows 420, flat 420, columns 84, sums 1
#include <stdio.h>

enum { rows = 60, all = 100 };

static double matrix[rows][all], flat[rows * all], copy[rows][all], sums[rows];

/* Adds 1 to columns from..from+count-1. */
static void addToRows(int from, int count) {
#pragma omp parallel for partition(static) map(tofrom : matrix[0:rows, i][from:count])
  for (int i = 0; i < rows; i++)
    for (int j = from; j < from + count; j++)
      matrix[i][j] += 1;
}

static void addToFlat(double *a, int distance, int from, int count) {
#pragma omp parallel for partition(static) map(tofrom : a[0:rows, i, distance][from:count])
  for (int i = 0; i < rows; i++)
    for (int j = from; j < from + count; j++)
      a[i * distance + j] += 1;
}

static void addUpRows(void) {
#pragma omp parallel for partition(static) map(to : matrix[0:rows, i][:]) map(tofrom : sums[0:rows, i])
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < all; j++)
      sums[i] += matrix[i][j];
}

/* Columns of some rows, maybe of none, of an array that devices keep, whichever rows these are. */
static void addToColumns(int row, int few, int from, int count) {
#pragma omp parallel for partition(static) map(tofrom : copy[row:few][0:all, j]) persist(copy)
  for (int j = from; j < from + count; j++)
    for (int i = row; i < row + few; i++)
      copy[i][j] += 1;
}

static int ones(const double *a) {
  int count = 0;
  for (int i = 0; i < rows * all; i++)
    count += a[i] == 1 ? 1 : a[i] ? -1000000 : 0;
  return count;
}

int main(void) {
  addToRows(40, 7);
  addToFlat(flat, all, 93, 7);
  addUpRows();
  addToColumns(20, 12, 50, 7);
  addToColumns(0, 0, 50, 7);
#pragma omp depersist(copy)
  int right = 1;
  for (int i = 0; i < rows; i++)
    right &= sums[i] == 7;
  printf("rows %d, flat %d, columns %d, sums %d\n", ones(matrix[0]), ones(flat), ones(copy[0]), right);
}
