// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that calls a function which gcc accepts and clang does not runs on the CPUs alone. The warning names the
// function, which is defined in this unit.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t | FileCheck %s --check-prefix=OUTPUT

// CHECK: callee-refused.c:[[#@LINE+15]]:{{.*}}warning: this loop runs on the CPUs alone: it calls 'twice', whose definition clang does not accept
// CHECK: note: write 'twice' without what clang does not accept
// OUTPUT: 9900
#include <stdio.h>

static int twice(int n) {
  int sum(int a, int b) { return a + b; }
  return sum(n, n);
}

int main(void) {
  enum { N = 100 };
  int a[N], sum = 0;
#pragma omp parallel for hetero(1) part_copyout(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] = twice(i);
  for (int i = 0; i < N; i++)
    sum += a[i];
  printf("%d\n", sum);
}
