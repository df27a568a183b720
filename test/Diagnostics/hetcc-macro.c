// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses inside HETCC(...) must not be lost in silence: it is an error if the macro is undefined, not closed, or has
// no brackets. A bracket that is missing inside is reported where the next clause begins.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %hetcc -DOPEN -c %s -o %t.o 2>&1 | FileCheck --check-prefix=CHECK-OPEN %s
// RUN: not %hetcc -DINSIDE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=INSIDE %s --implicit-check-not=error:
// RUN: not %hetcc -DBARE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BARE %s --implicit-check-not=error:
// RUN: not %hetcc -DOTHER -c %s -o %t.o 2>&1 | FileCheck --check-prefix=OTHER %s --implicit-check-not=error:
// RUN: %hetcc "-DHETCC(...)=" -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}

#if defined(OPEN) || defined(INSIDE) || defined(BARE) || defined(OTHER)
#include <hetcc.h>
#endif

void f(int n, double *x) {
#if defined(BARE)
// BARE: hetcc-macro.c:[[# @LINE + 2]]:26: error: expected '(' after 'HETCC'
// BARE: note: put the clauses in brackets behind it, as in 'HETCC(hetero(1))'
#pragma omp parallel for HETCC hetero(1) part_copy(x[1:n])
#elif defined(OTHER)
// OTHER: hetcc-macro.c:[[# @LINE + 2]]:9: error: 'omp sections' takes no clauses of hetcc's
// OTHER: note: clauses stand on the directive of a loop, as in 'omp parallel for'
#pragma omp sections HETCC(schedule(static))
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
