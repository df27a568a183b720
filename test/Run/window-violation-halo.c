// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements in the halo may be read; the first element beyond the halo is reported.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 99 3 2>&1 | FileCheck %s --check-prefix=FIRST-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 100 -3 2>&1 | FileCheck %s --check-prefix=MIDDLE-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 199 3 2>&1 | FileCheck %s --check-prefix=MIDDLE-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 200 -3 2>&1 | FileCheck %s --check-prefix=LAST-BEFORE
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 99 2 | FileCheck %s --check-prefix=INSIDE
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 200 -2 | FileCheck %s --check-prefix=INSIDE

// Shares of three equal devices with a halo of two: [0, 102), [98, 202), [198, 300).
// FIRST-AFTER: window-violation-halo.c:[[# @LINE + 13]]{{.*}}'x'{{.*}}102
// MIDDLE-BEFORE: 'x'{{.*}}97
// MIDDLE-AFTER: 'x'{{.*}}202
// LAST-BEFORE: 'x'{{.*}}197
// INSIDE: done

#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };
static int x[N], y[N], where[N];

static void gather(int n) {
#pragma omp parallel for hetero(1, gpu, static) part_copyin(x[1:n:2]) part_copyin(where[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[where[i]];
}

// Arguments: the iteration whose subscript is wrong, and by how much.
int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  for (int i = 0; i < N; i++)
    where[i] = i;
  int iteration = atoi(argv[1]);
  where[iteration] += atoi(argv[2]);
  gather(N);
  puts("done");
}
