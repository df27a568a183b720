// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ';' in a list of arrays is one error, at the ';'.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:

void f(int n, double *x, double *y) {
#pragma omp parallel for hetero(1) part_copy(x[1:n], y[1:n]) persist(x, y)
  for (int i = 0; i < n; i++)
    x[i] += y[i] += 1;
  // CHECK: semicolon-in-list.c:[[#@LINE+1]]:24: error: expected ',' or ')' in 'depersist'
#pragma omp depersist(x; y)
}
