// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header with directives may be precompiled; a unit that includes it is translated with the text of the header.
// RUN: rm -rf %t && mkdir %t
// RUN: printf '#include <hetcc.h>\nstatic void fill(int n, int *x) {\n#pragma omp parallel for HETCC(hetero(1) part_copyout(x[1:n]))\n  for (int i = 0; i < n; i++)\n    x[i] = i;\n}\n' > %t/fill.h
// RUN: %hetcc -x c-header %t/fill.h -o %t/fill.h.gch
// RUN: %hetcc -I%t %s -o %t/main
// RUN: env HETRT_DEVICES=emulated:1 HETRT_REPORT=1 %t/main 2>&1 | FileCheck %s

// A precompiled header without directives was compiled without OpenMP, so that a unit with directives cannot use it.
// hetcc then reads its text, and switches off the warning that -Winvalid-pch asks for.
// RUN: for text in 'enum { Forced };' '#include <stdlib.h>'; do echo "$text" > %t/forced.h && %hetcc %t/forced.h -o %t/forced.h.gch || exit 1; \
// RUN:   %hetcc -I%t -Werror -Winvalid-pch -include %t/forced.h -c %s -o %t/main.o 2>&1 | count 0 && %hetcc %t/main.o -o %t/main && %t/main | FileCheck %s --check-prefix=OUTPUT || exit 1; done
// OUTPUT: last 8

// CHECK: last 8
// CHECK: emulated:0{{ +}}9
#include "fill.h"
#include <stdio.h>

int main(void) {
  int x[9];
  fill(9, x);
  printf("last %d\n", x[8]);
  fflush(stdout);
}
