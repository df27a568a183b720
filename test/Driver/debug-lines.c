// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code has the line number of the directive, so that a debugger finds only the user's own code on the other
// lines. '-g' does not change how kernels for GPUs are built.
// REQUIRES: clang
// RUN: %hetcc -g -O1 -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}
// RUN: %hetcc -g -O1 %s -o %t
// RUN: %t | FileCheck --check-prefix=OUTPUT %s
// OUTPUT: 4950
// RUN: objdump --dwarf=decodedline %t.o | FileCheck %s
// CHECK-NOT: debug-lines.c{{ +}}{{23|24|25|26|27|28|29|30|31}} 

#include <stdio.h>

int main(void) {
  int n = 100;
  double x[100], s = 0;
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];




  // These lines are empty: the CHECK-NOT above wants no line table entry between the directive and here.




  printf("%g\n", s);
}
