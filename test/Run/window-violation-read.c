// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read one element before or after the window is reported on the first, the middle and the last of three emulated
// devices. The message names the array, the index, the window and the directive's line.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 99 1 2>&1 | FileCheck %s --check-prefix=FIRST-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 100 -1 2>&1 | FileCheck %s --check-prefix=MIDDLE-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 199 1 2>&1 | FileCheck %s --check-prefix=MIDDLE-AFTER
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 200 -1 2>&1 | FileCheck %s --check-prefix=LAST-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 0 -1 2>&1 | FileCheck %s --check-prefix=FIRST-BEFORE
// RUN: not --crash env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 299 1 2>&1 | FileCheck %s --check-prefix=LAST-AFTER
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static %t 120 1 | FileCheck %s --check-prefix=INSIDE

// Shares of three equal devices: [0, 100), [100, 200), [200, 300).
// FIRST-AFTER: window-violation-read.c:[[# @LINE + 15]]{{.*}}'x'{{.*}}100
// FIRST-BEFORE: 'x'{{.*}}-1
// MIDDLE-BEFORE: 'x'{{.*}}99
// MIDDLE-AFTER: 'x'{{.*}}200
// LAST-BEFORE: 'x'{{.*}}199
// LAST-AFTER: 'x'{{.*}}300
// INSIDE: done

#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };
static int x[N], y[N], where[N];

static void gather(int n) {
#pragma omp parallel for hetero(1, gpu, static) part_copyin(x[1:n]) part_copyin(where[1:n]) part_copy(y[1:n])
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
