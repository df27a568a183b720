// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `depersist` of an array that is not persistent is an error, and so is a persistent array whose extent changes.
// Both messages name the array and the line.
// RUN: %hetcc -O2 %s -o %t
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t changed 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not --crash env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=NEVER

// CHANGED: bad-persist.c:[[# @LINE + 7]]{{.*}}persist(x)
// NEVER: bad-persist.c:[[# @LINE + 17]]{{.*}}persist(x)
#include <stdio.h>

static int x[100];

static void run(int n) {
#pragma omp parallel for hetero(1) part_copy(x[1:n]) persist(x)
  for (int i = 0; i < n; i++)
    x[i] += i;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    run(100);
    run(50);
  }
#pragma omp depersist(x)
  puts("done");
}
