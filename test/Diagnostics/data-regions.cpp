// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in data directives and in the clause `present`.
// REQUIRES: clang, plugin
// RUN: %verify %s

void directives(int n, double *x) {
  // expected-error@+1 {{clause 'to' cannot stand on 'omp target data'}}
#pragma omp target data to(x[0 : n])
  ;
  // expected-error@+1 {{clause 'map' cannot stand on 'omp target update'}}
#pragma omp target update map(to : x[0 : n])
  // expected-error@+1 {{expected 'to', 'from', 'tofrom' or 'alloc' in 'map'}}
#pragma omp target enter data map(release : x[0 : n])
  // expected-error@+1 {{expected 'from', 'tofrom', 'release' or 'delete' in 'map'}}
#pragma omp target exit data map(to : x[0 : n])
  // expected-error@+1 {{clause 'present' cannot stand on 'acc enter data'}}
#pragma acc enter data present(x[0 : n])
  // expected-error@+1 {{clause 'depend' cannot stand on 'omp target update'}}
#pragma omp target update to(x[0 : n]) depend(in : x[0])
  // expected-error@+1 {{expected [index] or [lower:length] in 'copyin'}}
#pragma acc data copyin(x[:])
  ;
  // expected-error@+1 {{use of undeclared identifier 'z'}}
#pragma acc data copyin(z[0 : n])
  ;
  // expected-error@+1 {{missing ')' at the end of 'copyin'}}
#pragma acc data copyin(x[0 : n]
  ;
}

void loops(int n, double *x, double *y) {
  // expected-error@+1 {{expected an array in 'present'}}
#pragma acc parallel loop hetero(1) present() part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  // expected-error@+1 {{array 'x' is named in two data clauses}} expected-note@+1 {{named here before}}
#pragma acc parallel loop hetero(1) present(x) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'present' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) present(x) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}
