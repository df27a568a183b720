// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses inside HETCC(...) would be lost without a word where the macro is not defined or not closed.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %hetcc -DOPEN -c %s -o %t.o 2>&1 | FileCheck --check-prefix=CHECK-OPEN %s
// RUN: %hetcc "-DHETCC(...)=" -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}

#ifdef OPEN
#include <hetcc.h>
#endif

void f(int n, double *x) {
#ifdef OPEN
// CHECK-OPEN: hetcc-macro.c:[[# @LINE + 1]]:26: error: missing ')' at the end of 'HETCC('
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n])
#else
// CHECK: hetcc-macro.c:[[# @LINE + 1]]:26: error: 'HETCC' is not defined, so the clauses inside it are lost; include <hetcc.h>
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n]))
#endif
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
