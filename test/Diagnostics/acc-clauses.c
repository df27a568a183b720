// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes in OpenACC's clauses (gang, worker, vector) have no effect on a loop with hetero, but must be integers.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *y, double x) {
  // expected-error@+1 {{'x' in 'gang' has type 'double'; wanted an integer}}
#pragma acc kernels loop hetero(1) part_copy(y[1:n]) gang(static: x)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'x' in 'num_gangs' has type 'double'; wanted an integer}}
#pragma acc parallel loop hetero(1) part_copy(y[1:n]) num_gangs(x)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'y' in 'num_workers' has type 'int *'; wanted an integer}}
#pragma acc parallel loop hetero(1) part_copy(y[1:n]) num_workers(y)
  for (int i = 0; i < n; i++)
    y[i] = i;
#pragma acc parallel loop hetero(1) part_copy(y[1:n]) gang(num: 8, static: *) worker(num: 4) vector(length: 32) \
    num_gangs(2, 2) num_workers(4) vector_length(32) independent
  for (int i = 0; i < n; i++)
    y[i] = i;
}
