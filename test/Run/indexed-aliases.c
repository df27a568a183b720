// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several pointers to one array: what is indexed, and the indices, are others on a device by one name, and what they are
// on the host by another. Each name has a map of its own.
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

/* The indices themselves, and all of what is indexed. */
static void both(const int *same, const long *whole) {
#pragma omp parallel for HETCC(partition(adaptive) map(to : same[0:Count, i], whole[0:Columns])                        \
                                   map(to, indexed : x[:, column, i]) map(tofrom : y[:, i]))
  for (int i = 0; i < Count; i++)
    y[i] += x[column[i]] * 3 + same[i] + whole[Columns - 1 - i];
}

/* The same in segments, where indices have the segments' own map. */
static void rows(const int *same) {
#pragma omp parallel for HETCC(partition(adaptive)                                                                     \
                                   map(to, segmented : column[:, begin, i], same[0:Count, begin, i])                   \
                                       map(to, indexed : x[:, column, i]) map(tofrom : y[:, i]))
  for (int i = 0; i < Count; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      y[i] += x[column[k]] - same[k];
}

/* One array by two arrays of indices, in one loop and in one loop for each; and the indices as numbers in a third. */
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

/* What a loop changes is indexed twice, and brought up to date by either name. */
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
