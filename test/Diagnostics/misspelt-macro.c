// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A word on an OpenMP directive that is almost HETCC or one of hetcc's clauses is an error, because gcc would ignore the whole pragma in
// silence, and the program would be serial. Words of OpenMP, and names of the user's macros, are left alone.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %hetcc -DCLAUSE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=CLAUSE %s --implicit-check-not=error:
// RUN: %hetcc -DOTHERS -c %s -o %t.o 2>&1 | FileCheck --check-prefix=SILENT --allow-empty %s
// SILENT-NOT: {{.}}

#include <hetcc.h>

void f(int n, int *y) {
#if defined(CLAUSE)
// CLAUSE: misspelt-macro.c:[[#@LINE+1]]:26: error: unknown clause 'hetro' on 'omp parallel for'; did you mean 'hetero'?
#pragma omp parallel for hetro(1)
  for (int i = 0; i < n; i++)
    y[i] = i;
// CLAUSE: misspelt-macro.c:[[#@LINE+1]]:26: error: unknown clause 'part_in' on 'omp parallel for'; did you mean 'part_copyin'?
#pragma omp parallel for part_in(y[1:n])
  for (int i = 0; i < n; i++)
    (void)y[i];
#elif defined(OTHERS)
#define SCHEDULE(how) schedule(how)
#define zero(x) private(x)
#pragma omp parallel for SCHEDULE(static) zero(n)
  for (int i = 0; i < 10; i++)
    y[i] = i;
#pragma omp parallel for hecto(1) // nearer to no word of ours than to any other
  for (int i = 0; i < n; i++)
    y[i] = i;
#pragma opus parallel hetero // somebody else's
#pragma other parallel hetero(1)
#else
// CHECK: misspelt-macro.c:[[#@LINE+1]]:26: error: unknown clause 'HETC' on 'omp parallel for'; did you mean 'HETCC'?
#pragma omp parallel for HETC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = i;
// CHECK: misspelt-macro.c:[[#@LINE+1]]:26: error: unknown clause 'hetcc' on 'omp parallel for'; did you mean 'HETCC'?
#pragma omp parallel for hetcc(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = i;
// CHECK: misspelt-macro.c:[[#@LINE+1]]:17: error: unknown clause 'HETTCC' on 'omp for'; did you mean 'HETCC'?
#pragma omp for HETTCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = i;
// CHECK: misspelt-macro.c:[[#@LINE+1]]:26: error: unknown clause 'HETERO' on 'omp parallel for'; did you mean 'HETCC'?
#pragma omp parallel for HETERO(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = i;
// CHECK: misspelt-macro.c:[[#@LINE+1]]:9: error: unknown pragma 'opm', so the clauses on it are lost; did you mean 'omp'?
#pragma opm parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = i;
// CHECK: misspelt-macro.c:[[#@LINE+1]]:9: error: unknown pragma 'acp', so the clauses on it are lost; did you mean 'acc'?
#pragma acp region for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
#endif
}
