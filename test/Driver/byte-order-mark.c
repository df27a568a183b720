// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source or a header may begin with a UTF-8 byte order mark, as some editors write it; also on standard input, and
// where the marked first line is the #include of the header with the directive.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '\357\273\277' >marked.c && cat %S/Inputs/axpy.c >>marked.c
// RUN: printf '\357\273\277' >region.h && cat %S/Inputs/region.h >>region.h
// RUN: printf '\357\273\277#include "region.h" // pragma\nint main(void) { int a[7]; fill(7, a); return a[6] - 6; }\n' >uses.c
// RUN: %hetcc -O2 -Werror marked.c -o marked && ./marked | FileCheck %s
// RUN: %hetcc -O2 -Werror -x c - -o marked <marked.c && ./marked | FileCheck %s
// RUN: %hetcc -pedantic marked.c -o marked && ./marked | FileCheck %s
// RUN: %hetcc --hetcc-off marked.c -o marked && ./marked | FileCheck %s
// RUN: %hetcc -O2 uses.c -o uses 2>&1 | count 0
// RUN: nm uses | FileCheck %s --check-prefix=TRANSLATED
// RUN: ./uses

// CHECK: sum 1498500
// TRANSLATED: hetrt_begin
