// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processors that the host compiler knows and clang does not are no reason to refuse a unit; one that nobody knows is
// the host compiler's to name.
// REQUIRES: target-x86_64
// RUN: %hetcc -mtune=intel -march=eden-x2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t | FileCheck --check-prefix=SUM %s
// SUM: 4950
// RUN: not %hetcc -march=bogus -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: bogus
#include <stdio.h>

int main(void) {
  int n = 100, x[100];
#pragma omp parallel for hetero(1) part_copyout(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  printf("%d\n", sum);
}
