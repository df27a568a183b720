// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bound of a partition must not be const, because each thread of the block gets the bounds of its share in this variable.
// REQUIRES: clang, plugin
// RUN: %verify -std=c++17 %s

void constant(int *x) {
  int start = 0;
  const int end = 100;
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:end, i]) // expected-error {{'end' in 'partition' is constant, and each thread of the block gets its share in the bounds; leave out 'const'}}
  for (int i = start; i < end; i++)
    x[i]++;
}
