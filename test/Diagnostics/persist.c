// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each array in 'persist' must be in a data clause of the same directive, or be used by the loop.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  // expected-warning@+1 {{'persist' of 'y' has no effect: it is in no data clause of this directive, and no array of which devices have copies for this loop}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) persist(x, y)
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void g(int n, int *x, int *y) {
#pragma omp parallel for hetero(1) persist(x)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-warning@+1 {{'persist' of 'y' has no effect}}
#pragma omp parallel for hetero(1) persist(x, y)
  for (int i = 0; i < n; i++)
    x[i] = i;
}
