// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A processor for -march or -mtune that only the host compiler knows, and not clang, does not stop a unit with
// directives; for one that neither knows, the host compiler prints the error.
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
