// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit that the host compiler accepts and clang cannot parse is built for the CPUs, with one line that says why. Nested
// functions are such a case: an extension of gcc's.
// RUN: %hetcc -O2 %s -o %t 2>%t.err
// RUN: FileCheck %s <%t.err
// RUN: wc -l <%t.err | FileCheck %s --check-prefix=LINES
// RUN: %t | FileCheck %s --check-prefix=OUTPUT

// CHECK: hetcc: warning: '{{.*}}clang-cannot-parse.c' is built for the CPUs alone: clang cannot parse it: {{.*}}clang-cannot-parse.c:[[#@LINE+9]]:{{.*}} function definition is not allowed here
// LINES: {{^ *}}1{{$}}
// OUTPUT: 4950
#include <stdio.h>

enum { N = 100 };
static int a[N];

int main(void) {
  int twice(int v) { return 2 * v; }
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] = i;
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i];
  printf("%d\n", twice(sum) / 2);
}
