// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array in persist must be in a data clause of the same directive. Else nobody knows its extent.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  // expected-error@+1 {{'y' in 'persist' is in no data clause of this directive}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) persist(x, y)
  for (int i = 0; i < n; i++)
    x[i] = i;
}
