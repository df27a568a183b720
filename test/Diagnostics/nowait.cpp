// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives on which `nowait` and `depend` may not stand, and errors in their arguments.
// REQUIRES: clang, plugin
// RUN: %verify %s

void notATarget(int n, int *x) {
  // expected-error@+1 {{clause 'nowait' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) nowait
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'depend' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) depend(in : x[0])
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void malformed(int n, int *x) {
  // expected-error@+1 {{expected 'in:', 'out:', 'inout:', 'mutexinoutset:' or 'inoutset:' in 'depend'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) depend(x[0])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected 'in:', 'out:', 'inout:', 'mutexinoutset:' or 'inoutset:' in 'depend'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) depend(iterator(int k = 0 : n), in : x[k])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected [index] or [lower:length] in 'depend'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) depend(in : x[0:])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected a variable or an array section in 'depend'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) depend(in : )
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'y'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) depend(in : y[0:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'nowait' given twice}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) nowait nowait
  for (int i = 0; i < n; i++)
    x[i] = i;
}
