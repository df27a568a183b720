// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that may not stand on its directive is an error that names both. On `omp` directives `copyin` has OpenMP's
// own meaning, so a copy of a whole array is written `map(to:)` there.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{clause 'map' cannot stand on 'acc region for'}}
#pragma acc region for hetero(1) map(to : x[0:n])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+1 {{clause 'hetero' cannot stand on 'omp barrier'}} expected-note@+1 {{it stands on the directive of a loop, as in 'omp parallel for'}}
#pragma omp barrier hetero(1)
  // expected-error@+1 {{clause 'hetero' cannot stand on 'omp task'}} expected-note@+1 {{it stands on the directive of a loop}}
#pragma omp task hetero(1)
  x[0] = 1;
  // expected-error@+1 {{'copyin' takes variables that each thread has of its own; did you mean 'part_copyin'?}}
#pragma omp parallel for hetero(1) copyin(x[1:n])
  for (int i = 0; i < n; i++)
    (void)x[i];
}
