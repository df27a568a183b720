// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit that gcc accepts, and in which clang cannot parse a declaration at file scope, is built for the CPUs alone, with a warning of one
// line that says why. Here the declaration uses forward declarations of parameters, an extension of gcc's.
// RUN: %hetcc -O2 %s -o %t 2>%t.err
// RUN: FileCheck %s <%t.err
// RUN: wc -l <%t.err | FileCheck %s --check-prefix=LINES
// RUN: %t | FileCheck %s --check-prefix=OUTPUT

// CHECK: hetcc: warning: '{{.*}}clang-cannot-parse.c' is built for the CPUs alone: clang cannot parse it: {{.*}}clang-cannot-parse.c:[[#@LINE+8]]: expected ')'
// LINES: {{^ *}}1{{$}}
// OUTPUT: 4950
#include <stdio.h>

enum { N = 100 };
static int a[N];

static int sum(int n; int values[n], int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += values[i];
  return total;
}

int main(void) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] = i;
  printf("%d\n", sum(a, N));
}
