// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive name modifier in `if`, as in if(target : ...), must name a construct that the directive combines. Each
// construct may have one condition; a condition without a modifier is for all constructs.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{'target' in 'if' is no construct of 'omp parallel for' that a condition can be for}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) if(target : n > 1)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'simd' in 'if' is no construct of 'omp target parallel for' that a condition can be for}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) if(simd : n > 1)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'loop' in 'if' is no construct of 'acc parallel loop' that a condition can be for}}
#pragma acc parallel loop hetero(1) part_copy(x[1:n]) if(loop : n > 1)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'if' given twice}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) if(target : n > 1) if(target : n > 2)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'if' given twice}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) if(n > 1) if(target : n > 2)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'unknown'}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) if(target : unknown)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected a condition in 'if'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) if()
  for (int i = 0; i < n; i++)
    x[i] = i;
}
