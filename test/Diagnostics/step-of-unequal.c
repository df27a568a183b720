// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With the condition '!=', OpenMP requires a step of 1 or -1. gcc refuses other steps, and so must hetcc, which replaces the loop.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int step, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  // expected-error@+2 {{the step of a loop with '!=' is not 1, so it may never come to its bound}}
  // expected-note@+1 {{compare with '<'}}
  for (int i = 0; i != n; i += 3)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  // expected-error@+2 {{the step of a loop with '!=' is not 1}}
  // expected-note@+1 {{compare with '>'}}
  for (int i = n; i != 0; i = i - step)
    x[i] = i;
  // Steps of 1 and -1 in several forms are right.
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i != n; i += 1)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = n - 1; i != -1; i += -1)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int *p = x; p != x + n; ++p)
    *p = 1;
}
