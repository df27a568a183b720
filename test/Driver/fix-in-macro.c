// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// '--hetcc-fix' writes no clauses into the source if a macro holds the directive's clauses; a warning at the macro says so.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s unit.c
// RUN: %hetcc --hetcc-fix -c unit.c -o unit.o 2>&1 | FileCheck %s
// RUN: cmp unit.c %s
// RUN: %hetcc --hetcc-fix -Werror=hetcc-no-effect -DWRITTEN -c unit.c -o unit.o
// CHECK: unit.c:[[#@LINE+8]]:{{[0-9]+}}: warning: '--hetcc-fix' writes nothing here, since the clauses come out of a macro; wanted '#pragma omp parallel for ... part_copy(x[1:n])' [-Whetcc-no-effect]
#ifdef WRITTEN
#define SPLIT hetero(1) part_copy(x[1:n])
#else
#define SPLIT hetero(1)
#endif

void f(int n, int *x) {
#pragma omp parallel for SPLIT
  for (int i = 0; i < n; i++)
    x[i] += i;
}
