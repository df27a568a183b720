// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unknown scheduler is an error at its name, and the message has the most similar name. The argument order of the
// Splitter paper, without devices, is accepted.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{unknown scheduler 'adaptve' in 'hetero'; did you mean 'adaptive'?}}
#pragma omp parallel for hetero(1, all, adaptve) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{unknown scheduler 'weighted' in 'hetero'}}
#pragma omp parallel for hetero(1, all, weighted) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1, dynamic, 0.5, 10) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
