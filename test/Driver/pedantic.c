// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code causes no warnings of the host compiler, however many are switched on, and the warnings about the
// user's own lines stay.
// RUN: rm -rf %t && mkdir %t && cp %s %S/Inputs/region.h %t && cd %t
// RUN: %hetcc -std=c11 -pedantic-errors -Wall -Wextra -Wshadow -Wconversion -Wcast-qual -Wdeclaration-after-statement -Werror -c %S/Inputs/scale.c
// RUN: %hetcc -x c++ -pedantic-errors -Wall -Wextra -Wold-style-cast -Wuseless-cast -Wconversion -Werror -c %S/Inputs/scale.c
// RUN: %hetcc -Wpedantic -S %S/Inputs/axpy.c -o - | FileCheck %s --check-prefix=ASSEMBLY
// RUN: %hetcc -Wpedantic -c pedantic.c 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=/hetcc-

// ASSEMBLY-NOT: .incbin
#include "region.h"

void f(int n, int *a) {
// CHECK: pedantic.c:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}binary
  int mask = 0b11;
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = i & mask;
  fill(n, a);
}
