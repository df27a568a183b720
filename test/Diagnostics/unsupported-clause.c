// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenMP clause that hetcc does not support together with 'hetero' is an error, instead of being ignored. A
// directive without a clause of hetcc's is left to the host compiler.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{clause 'in_reduction' is not supported together with 'omp target parallel for'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) in_reduction(+ : n)
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp target parallel for map(tofrom : x[0:n]) depend(inout : x[0])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
