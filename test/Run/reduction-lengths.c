// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An empty array section in a reduction is an error at run time, for which OpenMP defines no behaviour. The message
// names the array and the line.
// RUN: %hetcc -O2 %s -o %t
// RUN: %t 3 0 | FileCheck %s --check-prefix=RIGHT
// RUN: not --crash %t 0 0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not --crash %t -7 0 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not --crash %t 3 8 2>&1 | FileCheck %s --check-prefix=REST

// RIGHT: 50 50
// ZERO: reduction-lengths.c:[[# @LINE + 11]]{{.*}}reduction(sums): wanted {{.*}} at least 1 element, found a length of 0
// NEGATIVE: reduction-lengths.c:[[# @LINE + 10]]{{.*}}reduction(sums): {{.*}} found a length of -7
// REST: reduction-lengths.c:[[# @LINE + 9]]{{.*}}reduction(tail): {{.*}} found a length of -3
#include <stdio.h>
#include <stdlib.h>

static int x[100];

static void run(int length, int first) {
  int sums[4] = {0}, tail[5] = {0};
  // Only the section is private to a thread.
#pragma omp parallel for hetero(1) part_copyin(x[1:100]) reduction(+ : sums[0:length], tail[first:])
  for (int i = 0; i < 100; i++) {
    sums[i % 2] += 1 + x[i];
    tail[i % 2] += 1 + x[i];
  }
  printf("%d %d\n", sums[0], tail[1]);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  run(atoi(argv[1]), atoi(argv[2]));
}
