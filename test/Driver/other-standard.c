// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language standard of the other language, such as -std=gnu++17 for C, is ignored with the host compiler's warning.
// RUN: %hetcc -std=gnu++17 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nm %t.o | FileCheck %s --check-prefix=TRANSLATED
// RUN: %hetccxx --std=gnu11 -x c++ -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nm %t.o | FileCheck %s --check-prefix=TRANSLATED

// CHECK-NOT: hetcc
// CHECK: warning: command-line option {{.*}} is valid for
// CHECK-NOT: hetcc
// TRANSLATED: hetrt_begin
void fill(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}
