// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An argument of 'nowait' is an error, because hetcc would ignore it.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{'nowait' takes no arguments}}
#pragma omp target parallel for hetero(1) map(tofrom : x[0:n]) nowait(1)
  for (int i = 0; i < n; i++)
    x[i] += 1;
#pragma omp target parallel for hetero(1) map(tofrom : x[0:n]) nowait
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
