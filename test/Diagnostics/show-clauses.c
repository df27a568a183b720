// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `--hetcc-show-clauses` prints each directive with the data clauses that hetcc found for it; there is a fix-it, too.
// After `--hetcc-fix` has written the clauses into the source, the source means the same.
// RUN: %hetcc --hetcc-show-clauses -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %hetcc -fdiagnostics-parseable-fixits -fsyntax-only %s 2>&1 | FileCheck --check-prefix=FIXITS %s
// RUN: %hetcc -fsyntax-only %s 2>&1 | count 0
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck --check-prefix=BOXES %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.c
// RUN: cd %t && %hetcc -DFOUND --hetcc-no-cuda --hetcc-emit-source=before.c fixed.c && %hetcc --hetcc-fix -fsyntax-only fixed.c
// RUN: FileCheck --check-prefix=FIXED %s < %t/fixed.c
// RUN: cd %t && %hetcc -DFOUND --hetcc-no-cuda --hetcc-emit-source=after.c fixed.c
// RUN: cd %t && %python %source_root/test/tools/stripped --compare before.c after.c && %hetcc --hetcc-fix -fsyntax-only fixed.c && FileCheck --check-prefix=FIXED %s < fixed.c
#include "hetcc.h"

// BOXES: remark: 'a[i - 1]' reads [i - 1, i + 2), attained
// CHECK: show-clauses.c:[[# @LINE + 4]]:9: remark: found for this loop: '#pragma omp parallel for hetero(1) part_copyout(c[1:n - 1]) part_copyin(a[1:n:1]) part_copyin(d[1:n - 1])'
// FIXITS: fix-it:"{{.*}}show-clauses.c":{[[# @LINE + 3]]:35-[[# @LINE + 3]]:35}:" part_copyout(c[1:n - 1])
// FIXED: #pragma omp parallel for hetero(1) part_copyout(c[1:n - 1]) part_copyin(a[1:n:1])
void vectors(int n, const double *a, double *c, const double *d) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    c[i] = a[i - 1] + a[i + 1] + d[i];
}

// CHECK: remark: found for this loop: '#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) map(to: x[0:m]) part_copyout(y[1:n])'
void product(int n, int m, const double *a, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * x[j];
    y[i] = sum;
  }
}

#ifndef FOUND
// Clauses of the user stay as they are, and the clauses that were found are put inside of HETCC(...).
// CHECK: remark: found for this loop: '#pragma omp parallel for HETCC(hetero(1, all, adaptive) map(to: x[0|0:n + 2|2, i]) part_copyout(y[1:n])) schedule(static)'
// FIXED: HETCC(hetero(1, all, adaptive) map(to: x[0|0:n + 2|2, i])
void named(int n, const double *x, double *y) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive) \
                               part_copyout(y[1:n])) schedule(static)
  for (int i = 0; i < n; i++)
    y[i] = x[i] + x[i + 2];
}
#endif

// CHECK-NOT: remark
void everything(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}
