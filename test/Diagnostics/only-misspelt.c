// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words inside HETCC(...) are checked as hetcc's clauses, even where none of them is known.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s

#include <hetcc.h>

void f(int n, int *x) {
  // CHECK: only-misspelt.c:[[#@LINE + 1]]:32: error: unknown clause 'hetro' on 'omp parallel for'; did you mean 'hetero'?
#pragma omp parallel for HETCC(hetro(1) part_cpy(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] = i;
}
