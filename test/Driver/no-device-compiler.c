// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without clang 19, programs run on cores and emulated accelerators only; --hetcc-explain says so.
// RUN: env HETCC_CLANG=/no/such/clang %hetcc -O2 %s -o %t 2>&1 | count 0 && %t | FileCheck %s
// RUN: env HETCC_CLANG=/no/such/clang %hetcc -O2 --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: %hetcc -O2 --hetcc-no-cuda --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck --check-prefix=OFF %s
// CHECK: 999
// MISSING: hetcc: note: no form for GPUs is built: '/no/such/clang' was not found
// OFF: hetcc: note: no form for GPUs is built: '--hetcc-no-cuda' was given
#include <stdio.h>

static int y[1000];

int main(void) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 1000; i++)
    y[i] = i;
  printf("%d\n", y[999]);
  return 0;
}
