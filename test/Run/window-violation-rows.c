// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a window of rows, reads of the row before and of the row after it are reported, and reads of a column beyond the
// row's end. The message names the dimension.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 9 1 0 2>&1 | FileCheck %s --check-prefix=FIRST-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 10 -1 0 2>&1 | FileCheck %s --check-prefix=MIDDLE-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 20 -1 0 2>&1 | FileCheck %s --check-prefix=LAST-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 5 0 8 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 12 1 7 | FileCheck %s --check-prefix=INSIDE

// Shares of three equal devices: rows [0, 10), [10, 20), [20, 30).
// FIRST-AFTER: window-violation-rows.c:[[# @LINE + 12]]{{.*}}'u'{{.*}}10
// MIDDLE-BEFORE: 'u'{{.*}}9
// LAST-BEFORE: 'u'{{.*}}19
// COLUMN: 'u'{{.*}}8
// INSIDE: done
#include <stdio.h>
#include <stdlib.h>

enum { N = 30, M = 8 };
static int u[N][M], v[N], row[N], column[N];

static void gather(int n) {
#pragma omp parallel for hetero(1, gpu, static) part_copyin(u[1:n][0:M]) part_copyin(row[1:n]) \
    part_copyin(column[1:n]) part_copy(v[1:n])
  for (int i = 0; i < n; i++)
    v[i] = u[row[i]][column[i]];
}

// Arguments: the iteration whose subscripts are wrong, and by how many rows and columns.
int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  for (int i = 0; i < N; i++)
    row[i] = i;
  int iteration = atoi(argv[1]);
  row[iteration] += atoi(argv[2]);
  column[iteration] += atoi(argv[3]);
  gather(N);
  puts("done");
}
