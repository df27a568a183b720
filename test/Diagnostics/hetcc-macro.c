// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses inside HETCC(...) would be lost without a word where the macro is not defined or not closed, or its brackets
// are forgotten. A bracket that is missing further in is reported where the next clause begins.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %hetcc -DOPEN -c %s -o %t.o 2>&1 | FileCheck --check-prefix=CHECK-OPEN %s
// RUN: not %hetcc -DINSIDE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=INSIDE %s --implicit-check-not=error:
// RUN: not %hetcc -DBARE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BARE %s --implicit-check-not=error:
// RUN: %hetcc "-DHETCC(...)=" -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}

#if defined(OPEN) || defined(INSIDE) || defined(BARE)
#include <hetcc.h>
#endif

void f(int n, double *x) {
#if defined(BARE)
// BARE: hetcc-macro.c:[[# @LINE + 2]]:26: error: expected '(' after 'HETCC'
// BARE: note: put the clauses in brackets behind it, as in 'HETCC(hetero(1))'
#pragma omp parallel for HETCC hetero(1) part_copy(x[1:n])
#elif defined(INSIDE)
// INSIDE: hetcc-macro.c:[[# @LINE + 1]]:59: error: missing ')' of 'part_copy' before 'part_copyin'
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n] part_copyin(y[1:n]))
#elif defined(OPEN)
// CHECK-OPEN: hetcc-macro.c:[[# @LINE + 1]]:26: error: missing ')' at the end of 'HETCC('
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n])
#else
// CHECK: hetcc-macro.c:[[# @LINE + 1]]:26: error: 'HETCC' is not defined, so the clauses inside it are lost; include <hetcc.h>
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n]))
#endif
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
