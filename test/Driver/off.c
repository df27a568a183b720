// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-off leaves our directives out. What stays is the program that any other compiler sees: serial, or plain OpenMP
// where -fopenmp asks for it.
// RUN: %hetcc --hetcc-off %S/Inputs/axpy.c -o %t && %t | FileCheck %s
// RUN: %host_cc -c %S/Inputs/axpy.c -o %t.host.o && %hetcc --hetcc-off -c %S/Inputs/axpy.c -o %t.o && cmp %t.o %t.host.o
// RUN: %hetcc --hetcc-off -fopenmp %S/Inputs/axpy.c -o %t && %t | FileCheck %s
// RUN: nm %t | FileCheck %s --check-prefix=SYMBOLS

// CHECK: sum 1498500
// SYMBOLS-NOT: hetrt_
// SYMBOLS: GOMP_parallel
// SYMBOLS-NOT: hetrt_
// RUN: %hetcc --hetcc-off -c %s -o %t.o
#include <hetcc.h>
