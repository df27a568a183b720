// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code belongs to the line of the directive, so that debuggers find nothing but the user's code on the user's
// lines; and the device form is built with '-g' as without.
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




  // Nothing stands on these lines.




  printf("%g\n", s);
}
