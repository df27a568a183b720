// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that indexes beyond an array's type, into the next member: hetcc finds no window for it, and the verdict says why.
// RUN: %hetcc -O1 -fopenmp --hetcc-check %s -o %t && %t 2>&1 | FileCheck %s
// CHECK: longer-than-its-type.c:[[# @LINE + 9]]: 1 pass, {{.*}}only races and memory were looked for: 'all.w', line [[# @LINE + 9]]: the loop runs over 0 to 100, but the extent is 100: there are only indices 0 to 99
#include <stdio.h>

static struct {
  double w[100], behind[100];
} all;

int main(int argc, char **argv) {
  double *end = all.behind, (*w)[100] = &all.w;
#pragma omp parallel for hetero(1)
  for (int i = 0; i <= 99 + argc; i++)
    all.w[i] = i;
  printf("%g %g\n", (*w)[99], *end);
  return 0;
}
