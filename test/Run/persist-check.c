// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HETRT_WRITE=check finds violations of `persist`: before a loop uses a device's copy, the device compares the copy
// with the host's array.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_WRITE=check HETRT_DEVICES=emulated:1 %t 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: env HETRT_WRITE=check HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: env HETRT_WRITE=check HETRT_DEVICES=cpu:2 %t 0 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not --crash env HETRT_WRITE=check HETRT_DEVICES=emulated:1 %t 0 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not --crash env HETRT_WRITE=check HETRT_DEVICES=emulated:1 %t 1 2>&1 | FileCheck %s --check-prefix=FREED
// KEPT: done
// WRITTEN: error: {{.*}}persist-check.c:[[# @LINE + 7]]: part_copy(x), line [[# @LINE + 7]]: wanted the host's array as emulated:0 kept it, found that the program has written x[17:1] (line [[# @LINE + 7]]) since then: 'depersist', 'update to' or the end of the data region has to come before
// FREED: error: {{.*}}the program has written x[0:1]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(int *x, int n) {
#pragma omp parallel for hetero(1) part_copy(x[1:n]) persist(x)
  for (int i = 0; i < n; i++)
    x[i] += i;
}

int main(int argc, char **argv) {
  enum { N = 5000 };
  static int memory[N];
  for (int pass = 0; pass < 5; pass++) {
    add(memory, N);
    if (argc > 1 && atoi(argv[1]) == 0) // without telling the runtime
      memory[17] = -1;
    if (argc > 1 && atoi(argv[1]) == 1) // like a new array at the same address
      memset(memory, 0x55, sizeof memory);
  }
#pragma omp depersist(memory)
  puts("done");
}
