// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that its directive cannot carry is an error that names both. `copyin` on `omp` directives is OpenMP's
// own, so a full copy is `map(to:)` there.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{clause 'map' cannot stand on 'acc region for'}}
#pragma acc region for hetero(1) map(to : x[0:n])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+1 {{clause 'hetero' cannot stand on}}
#pragma omp barrier hetero(1)
}
