// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -S writes an assembly file that is complete: it names no private file, and another tool can assemble it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O2 -S %S/Inputs/axpy.c
// RUN: FileCheck %s <axpy.s
// RUN: %hetcc -c axpy.s && %hetcc axpy.o -o prog && ./prog | FileCheck %s --check-prefix=OUTPUT
// RUN: %hetcc -O2 -S %S/Inputs/axpy.c -o - | cmp - axpy.s

// CHECK: .file{{.*}}"axpy.c"
// CHECK-NOT: .incbin
// CHECK-NOT: /hetcc-
// OUTPUT: sum 1498500
