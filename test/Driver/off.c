// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-off removes hetcc's directives and clauses. The rest is the program that other compilers see: serial, or
// plain OpenMP with -fopenmp.
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
