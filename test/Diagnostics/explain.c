// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// '--hetcc-explain' prints a remark for each loop about where it runs, unless a warning already says so.
// REQUIRES: clang
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %hetcc -fsyntax-only %s 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: remark

int elsewhere(int, ...);

void everywhere(int n, double *x) {
// CHECK: explain.c:[[# @LINE + 1]]:9: remark: this loop runs on the CPUs and on accelerators{{$}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void withoutGpuForm(int n, long double *x) {
// CHECK: explain.c:[[# @LINE + 1]]:9: remark: this loop runs on the CPUs and on accelerators, but has no GPU form
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void onTheHost(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = elsewhere(i); // CHECK: explain.c:[[# @LINE]]:{{[0-9]+}}: warning: this loop runs on the CPUs alone
}
