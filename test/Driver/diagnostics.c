// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings of the host compiler name the files and lines that the user wrote, both in the unit and in its headers.
// RUN: rm -rf %t && mkdir %t && cp %s %S/Inputs/region.h %t && cd %t && echo 'static int unused;' >>region.h
// RUN: %hetcc -Wall -c diagnostics.c 2>&1 | FileCheck %s --implicit-check-not=/hetcc-

// CHECK-DAG: region.h:{{[0-9]+}}:12: warning: {{.*}}unused{{.*}} defined but not used
// CHECK-DAG: diagnostics.c:[[#@LINE+2]]:{{[0-9]+}}: warning: unused variable {{.*}}spare
#include "region.h"
void f(int n, int *a) { int spare; fill(n, a); }
