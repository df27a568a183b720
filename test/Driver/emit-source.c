// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-emit-source writes the translated source, complete with the device image, so that the host compiler alone can
// build it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O2 --hetcc-emit-source %S/Inputs/axpy.c >translated.c
// RUN: %hetcc -O2 --hetcc-emit-source=also.c %S/Inputs/axpy.c
// RUN: cmp translated.c also.c
// RUN: FileCheck %s <translated.c
// RUN: %host_cc -O2 $(%hetcc --cflags) translated.c -o prog $(%hetcc --libs) && ./prog | FileCheck %s --check-prefix=OUTPUT
// RUN: %hetcc --hetcc-emit-source %S/Inputs/use-scale.c | cmp - %S/Inputs/use-scale.c

// CHECK: #line 1 "{{.*}}Inputs/axpy.c"
// CHECK-NOT: hetero(
// CHECK-NOT: .incbin
// OUTPUT: sum 1498500
