// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a block, devices have local copies of indexed elements: changing the array without an update of the copies is an
// error, and so is swapping arrays of indices. HETRT_WRITE=check also finds indices that the block's host code changes.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static HETRT_WRITE=check %t good | FileCheck %s --check-prefix=GOOD
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static not --crash %t stale 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t stale 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_WRITE=check not --crash %t indices 2>&1 | FileCheck %s --check-prefix=INDICES
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t rows 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: env HETRT_DEVICES=cpu:2 HETRT_CHECK=1 not --crash %t written 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t swapped 2>&1 | FileCheck %s --check-prefix=SWAPPED
// GOOD: 2800
// STALE: bad-gathers.c:29: map(to, indexed:)(all), line 30: a loop reads the array by its indices, and one before it has written it as 'p': wanted 'target update padding_update_nearby(all)' between them
// INDICES: bad-gathers.c:29: map(to, indexed:)(all), line 30: wanted 'column' as it was when the share was brought in, found that the program has changed it since then: element 150
// ROWS: bad-gathers.c:29: map(to, segmented:)(column), line 30: wanted 'begin' as it was when the share was brought in, found that the program has changed it since then: elements {{.0, 148. instead of .0, 150.|.148, 300. instead of .150, 300.}}
// WRITTEN: map(tofrom:)(same), line 54 and map(to, indexed:)(column), line 54 are the same array, and others are indexed by it: wanted indices that stay what they are, found that one of the clauses has them written
// SWAPPED: bad-gathers.c:65: 'all' points to {{.*}}: wanted an array of this shape that a map of the partition named on entry, segmented or indexed by the same array if at all
#include <stdio.h>
#include <string.h>

enum { Rows = 100, Width = 3, Count = Rows * Width };

static int column[Count], begin[Rows + 1];
static double p[Rows], q[Rows];

static void steps(int updates, int *changed) {
  int start = 0, end = Rows;
  const double *all = p;
#pragma omp parallel partition(static : i = start; i < end; i++) firstprivate(all) map(tofrom : p[:, i])               \
    map(to, segmented : column[:, begin, i]) map(to : begin[:]) map(to, indexed : all[0:Rows, column, i]) map(from : q[:, i])
  {
    for (int step = 0; step < 2; step++) {
      for (int i = start; i < end; i++) {
        q[i] = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++)
          q[i] += all[column[k]];
      }
#pragma omp barrier
      for (int i = start; i < end; i++)
        p[i] += q[i];
      if (updates) {
#pragma omp target update padding_update_nearby(all)
      }
#pragma omp single
      {
        if (changed)
          *changed -= 2;
      }
    }
  }
}

static void written(int *same) {
#pragma omp parallel for partition(static) map(to, indexed : p[:, column, i]) map(tofrom : same[0:Rows, i])            \
    map(from : q[:, i])
  for (int i = 0; i < Rows; i++) {
    q[i] = p[column[i]];
    same[i] = 0;
  }
}

/* Arrays indexed by `one` and by `two` have different elements on a device, so the two pointers may not be swapped. */
static void swapped(const int *one, const int *two, const double *all) {
  int start = 0, end = Rows;
#pragma omp parallel partition(static : i = start; i < end; i++) firstprivate(one, two) map(from : p[:, i], q[:, i])   \
    map(to, indexed : all[0:Rows, one, i], begin[0:Rows, two, i])
  {
    const int *swap = one;
    one = two;
    two = swap;
    for (int i = start; i < end; i++) {
      p[i] = all[one[i]];
      q[i] = begin[two[i]];
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  for (int k = 0; k < Count; k++)
    column[k] = k / Width;
  for (int i = 0; i <= Rows; i++)
    begin[i] = i * Width;
  for (int i = 0; i < Rows; i++)
    p[i] = 1;
  if (strcmp(argv[1], "written") == 0)
    written(column);
  static double all[Rows];
  if (strcmp(argv[1], "swapped") == 0)
    swapped(column, column + Rows, all);
  steps(strcmp(argv[1], "stale") != 0,
        strcmp(argv[1], "indices") == 0 ? &column[150] : strcmp(argv[1], "rows") == 0 ? &begin[50] : NULL);
  double sum = 0;
  for (int i = 0; i < Rows; i++)
    sum += p[i] + q[i];
  printf("%g\n", sum);
}
