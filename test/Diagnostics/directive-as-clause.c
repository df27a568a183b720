// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of one of hetcc's directives, such as depersist, is an unknown clause on other directives.
// RUN: %verify %s

void f(int n, double *y) {
  // expected-error@+1 {{unknown clause 'depersist' on 'omp parallel for'}}
#pragma omp parallel for depersist(y)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{unknown clause 'bind_partition' on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) bind_partition(a)
  for (int i = 0; i < n; i++)
    y[i] = i;
}
