// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under HETRT_WRITE=back, a program that forgets `depersist` never gets the results; a warning at its end says so.
// There is none if results are written through, or after `depersist`.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:1 %t 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:1 %t 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:1 %t home 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:2 %t 2>&1 | FileCheck %s --check-prefix=SILENT
// CHECK: warning: setting HETRT_WRITE='back': the program ends, and the host never got what devices alone hold of y (line [[# @LINE + 9]]): wanted 'depersist', or 'target exit data map(from:)' for what 'target enter data' has named
// SILENT-NOT: warning
// SILENT: done
#include <stdio.h>

int main(int argc, char **argv) {
  static double y[1000], x[1000];
  (void)argv;
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for hetero(1) part_copy(y[1:1000]) part_copyin(x[1:1000])                                         \
    persist(y, x)
    for (int i = 0; i < 1000; i++)
      y[i] += x[i];
  }
  if (argc > 1) {
#pragma omp depersist(y, x)
  }
  puts("done");
  return 0;
}
