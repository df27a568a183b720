// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several sources with -c: each object is the same as if its source were compiled alone. Objects of sources without
// directives equal the host compiler's, bit for bit, even where another source has directives.
// RUN: rm -rf %t && mkdir -p %t/host && cd %t
// RUN: %hetcc -O2 -c %S/Inputs/scale.c %S/Inputs/use-scale.c
// RUN: %host_cc -O2 -c %S/Inputs/use-scale.c -o host/use-scale.o
// RUN: cmp use-scale.o host/use-scale.o
// RUN: %hetcc scale.o use-scale.o -o prog && ./prog | FileCheck %s
// RUN: %hetcc -O2 %S/Inputs/scale.c %S/Inputs/use-scale.c -o both && ./both | FileCheck %s
// RUN: not %hetcc -c %S/Inputs/scale.c %S/Inputs/use-scale.c -o one.o 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: 3 6 9 12
// ERROR: cannot specify {{.*}}-o
