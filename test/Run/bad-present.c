// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `present` of an array that no data region keeps, or of which it keeps too little, is an error with the clause, its
// line, and what was wanted and found. `exit data` for an array that was not entered gives one warning.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 %t 1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not --crash env HETRT_DEVICES=cpu:2 %t 1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 %t 2 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 %t 3 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 %t 4 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t 5 2>&1 | FileCheck %s --check-prefix=EXIT
// NONE: bad-present.c:[[# @LINE + 13]]: present(x), line [[# @LINE + 13]]: wanted an array that a data region or 'persist' keeps, found none
// LEFT: bad-present.c:[[# @LINE + 12]]: present(x), line [[# @LINE + 12]]: wanted an array {{.*}}, found none
// SMALL: bad-present.c:[[# @LINE + 17]]: present(x), line [[# @LINE + 17]]: wanted 800 bytes of an array {{.*}}, found 400 bytes
// BLOCK: bad-present.c:[[# @LINE + 22]]: present(x): wanted 80 bytes {{.*}}, found none
// EXIT: warning: {{.*}}bad-present.c:[[# @LINE + 27]]: map(delete: x): wanted an array that was entered, found none
// EXIT-NOT: warning
// EXIT: done
#include <stdio.h>
#include <stdlib.h>

static double memory[100], y[100];

static void unsized(const double *x) {
#pragma acc parallel loop hetero(1) present(x) part_copy(y[1:100])
  for (int i = 0; i < 100; i++)
    y[i] += x[99 - i];
}

static void sized(const double *x) {
#pragma acc parallel loop hetero(1) present(x[0:100]) part_copy(y[1:100])
  for (int i = 0; i < 100; i++)
    y[i] += x[99 - i];
}

static void block(const double *x) {
#pragma acc data present(x[0:10])
  y[0] = x[0];
}

static void leave(double *x) {
  for (int k = 0; k < 2; k++) {
#pragma omp target exit data map(delete : x[0:10])
  }
}

int main(int argc, char **argv) {
  switch (argc > 1 ? atoi(argv[1]) : 0) {
  case 1:
    unsized(memory);
    break;
  case 2: {
#pragma acc data copyin(memory[0:50])
    sized(memory);
    break;
  }
  case 3:
    block(memory);
    break;
  case 4: {
#pragma acc data copyin(memory[0:100])
    unsized(memory);
    unsized(memory);
    break;
  }
  default:
    leave(memory);
  }
  puts("done");
}
