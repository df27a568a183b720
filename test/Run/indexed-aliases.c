// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several pointers lead to one array: on a device, under one name it is packed by indices, and under the other name it
// is as on the host. Each name has its own map.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive %t.serial %t
// RUN: %compare --schedules static,adaptive --setting HETRT_WRITE=back %t.serial %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_WRITE=check %t > %t.out
// RUN: %t.serial | diff %t.out -

#include "Inputs/checksum.h"
#include <hetcc.h>

enum { Count = 300, Columns = 700 };

static int column[Count], other[Count], begin[Count + 1];
static long x[Columns], y[Count];

/* The indices are also read as numbers, and the indexed array also as a whole. */
static void both(const int *same, const long *whole) {
#pragma omp parallel for HETCC(partition(adaptive) map(to : same[0:Count, i], whole[0:Columns])                        \
                                   map(to, indexed : x[:, column, i]) map(tofrom : y[:, i]))
  for (int i = 0; i < Count; i++)
    y[i] += x[column[i]] * 3 + same[i] + whole[Columns - 1 - i];
}

/* The same with segments, where the indices are mapped by segments. */
static void rows(const int *same) {
#pragma omp parallel for HETCC(partition(adaptive)                                                                     \
                                   map(to, segmented : column[:, begin, i], same[0:Count, begin, i])                   \
                                       map(to, indexed : x[:, column, i]) map(tofrom : y[:, i]))
  for (int i = 0; i < Count; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      y[i] += x[column[k]] - same[k];
}

/* One array with two arrays of indices, in one loop and in separate loops; a third loop reads the indices as numbers. */
static void block(const long *again, const int *same) {
  int start = 0, end = Count;
#ifdef __HETCC__
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(to : same[0:Count, i])                          \
    map(to, indexed : x[:, column, i], again[0:Columns, other, i]) map(tofrom : y[:, i])
#endif
  {
    for (int i = start; i < end; i++)
      y[i] = y[i] * 5 + again[other[i]];
    for (int i = start; i < end; i++)
      y[i] = y[i] * 7 + x[column[i]] - again[other[i]];
    for (int i = start; i < end; i++)
      y[i] = y[i] % 100003 + same[i];
  }
}

/* A loop changes an array that is indexed under two names; either name can be updated. */
static void change(const long *one, const long *two) {
  int start = 0, end = Count;
#ifdef __HETCC__
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:Columns, i], y[:, i])              \
    map(to, indexed : one[0:Columns, column, i], two[0:Columns, other, i])
#endif
  for (int step = 0; step < 3; step++) {
    for (int i = start; i < end; i++)
      y[i] = (y[i] * 3 + one[column[i]] - two[other[i]]) % 100003;
#ifdef __HETCC__
#pragma omp barrier
#endif
    for (int i = start; i < end; i++)
      x[i] += y[i];
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(two)
#endif
  }
}

int main(void) {
  for (int i = 0; i < Count; i++) {
    column[i] = i * 37 % Columns, other[i] = i * i % 400, y[i] = i;
    begin[i + 1] = begin[i] + (i % 3 == 1 ? 2 : i % 3 == 2);
  }
  for (int i = 0; i < Columns; i++)
    x[i] = i * 11 % 509;
  both(column, x);
  printChecksum("both", y, sizeof y);
  rows(column);
  printChecksum("rows", y, sizeof y);
  block(x, column);
  printChecksum("block", y, sizeof y);
  change(x, x);
  printChecksum("change", y, sizeof y);
}
