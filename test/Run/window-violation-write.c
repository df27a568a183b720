// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write outside of the share is reported, also where a halo would allow a read. On an emulated device it never
// changes another device's elements.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 99 1 2>&1 | FileCheck %s --check-prefix=FIRST-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 100 -1 2>&1 | FileCheck %s --check-prefix=MIDDLE-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 200 -1 2>&1 | FileCheck %s --check-prefix=LAST-BEFORE
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 120 0 | FileCheck %s --check-prefix=INSIDE

// FIRST-AFTER: window-violation-write.c:[[# @LINE + 11]]{{.*}}'y'{{.*}}100
// MIDDLE-BEFORE: 'y'{{.*}}99
// LAST-BEFORE: 'y'{{.*}}199
// INSIDE: done
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };
static int y[N], where[N];

static void scatter(int n) {
#pragma omp parallel for hetero(1, gpu, static) part_copyin(where[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[where[i]] = i;
}

// Arguments: the iteration whose subscript is wrong, and by how much.
int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  for (int i = 0; i < N; i++)
    where[i] = i;
  int iteration = atoi(argv[1]);
  where[iteration] += atoi(argv[2]);
  scatter(N);
  puts("done");
}
