// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In an annotated unit the host compiler's predefined macros hold; hetcc adds only __HETCC__ and the macros of -fopenmp.
// RUN: %hetcc -dM -E %s | sort >%t.ours
// RUN: %host_cc -fopenmp -dM -E %s | sort >%t.host
// RUN: not diff %t.host %t.ours >%t.diff
// RUN: FileCheck %s <%t.diff

// CHECK-NOT: {{^[<>]}}
// CHECK: {{^}}> #define __HETCC__ 1
// CHECK-NOT: {{^[<>]}}

void zero(int n, int *a) {
#pragma omp parallel for hetero(1) part_copyout(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
