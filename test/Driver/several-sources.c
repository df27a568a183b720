// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several sources with -c: each becomes the object that it would have become alone. Those without directives are the host
// compiler's, bit for bit, even beside one that has some.
// RUN: rm -rf %t && mkdir -p %t/host && cd %t
// RUN: %hetcc -O2 -c %S/Inputs/scale.c %S/Inputs/use-scale.c
// RUN: %host_cc -O2 -c %S/Inputs/use-scale.c -o host/use-scale.o
// RUN: cmp use-scale.o host/use-scale.o
// RUN: %hetcc scale.o use-scale.o -o prog && ./prog | FileCheck %s
// RUN: %hetcc -O2 %S/Inputs/scale.c %S/Inputs/use-scale.c -o both && ./both | FileCheck %s
// RUN: not %hetcc -c %S/Inputs/scale.c %S/Inputs/use-scale.c -o one.o 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: 3 6 9 12
// ERROR: cannot specify {{.*}}-o
