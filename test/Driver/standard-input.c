// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit may come from standard input, with directives or without; its headers are searched from the working folder.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/region.h %t && cd %t
// RUN: %hetcc -O2 -x c - -o prog <%S/Inputs/axpy.c && ./prog | FileCheck %s
// RUN: cat %S/Inputs/use-scale.c | %hetcc -c -x c - -o use-scale.o
// RUN: cat %S/Inputs/use-scale.c | %host_cc -c -x c - -o host.o && cmp use-scale.o host.o
// RUN: echo '#include "region.h"' | %hetcc -c -xc - && test -f ./-.o
// RUN: echo 'syntax error' | not %hetcc -c -xc - 2>&1 | FileCheck %s --check-prefix=ERROR

// -E and -M work on standard input too, and find hetcc.h.
// RUN: printf '#include <hetcc.h>\n#pragma omp parallel for HETCC(hetero(1))\n' | %hetcc -E - | FileCheck %s --check-prefix=TEXT
// RUN: echo '#include <hetcc.h>' | %hetccxx -E - -o text && echo '#include <hetcc.h>' | %hetcc -x c -M - | grep hetcc.h

// CHECK: sum 1498500
// TEXT: #pragma omp parallel for hetero(1)
// ERROR: <stdin>:1:
