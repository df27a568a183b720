// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that is known but not supported together with ours is an error, not a silent loss. Without a clause of
// ours the directive is the host compiler's.
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
