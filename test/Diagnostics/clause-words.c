// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device numbers must be integers, and clauses without arguments reject arguments.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, double *y) {
  // expected-error@+1 {{unknown devices 'gpu:0.5' in 'hetero'}}
#pragma omp parallel for hetero(1, gpu:0.5) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{unknown scheduler '1.5' in 'hetero'}}
#pragma omp parallel for hetero(1, gpu:0, 1.5) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'1.5' in 'devices' is neither '*' nor the number of an accelerator}}
#pragma omp parallel for partition(static) devices(gpu, 1.5) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'finalize' takes no arguments}}
#pragma acc exit data delete(y[0:n]) finalize(1)
  // expected-error@+1 {{'independent' takes no arguments}}
#pragma acc parallel loop hetero(1) part_copy(y[1:n]) independent(1)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{expected a number in 'worker'}}
#pragma acc kernels loop hetero(1) part_copy(y[1:n]) worker()
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'vector' takes at most 1 arguments}}
#pragma acc kernels loop hetero(1) part_copy(y[1:n]) vector(2, 3)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{expected 'none' or 'present' in 'default'}}
#pragma acc data copy(y[0:n]) default(nothing)
  {
  }
  // expected-error@+1 {{expected ',' or ')' in 'gang'}}
#pragma acc kernels loop hetero(1) part_copy(y[1:n]) gang(a b c ;)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'long_ones'}}
#pragma acc parallel loop hetero(1) part_copy(y[1:n]) vector_length(long_ones)
  for (int i = 0; i < n; i++)
    y[i] = i;
}
