// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices in 'hetero' are `cpu`, `gpu`, `node`, `all`, or a list of numbers after `gpu:`. Anything else is an error
// that lists these.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{unknown devices 'fpga' in 'hetero'; wanted 'cpu', 'gpu', 'node', 'all' or a list such as 'gpu:0,2'}}
#pragma omp parallel for hetero(1, fpga, static) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1, gpu:0,2, static) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
