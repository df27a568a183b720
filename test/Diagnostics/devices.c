// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clause devices(type[, ids]): an unknown type or id is an error at its token.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
#pragma omp parallel for devices(gpu, 0, 1) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{unknown type 'cpus' in 'devices'; wanted 'cpu', 'gpu', 'node' or 'any', or 'OMP_TYPE_CPU', 'OMP_TYPE_GPU' or 'OMP_TYPE_ALL'; did you mean 'cpu'?}}
#pragma omp parallel for devices(cpus) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'n' in 'devices' is neither '*' nor the number of an accelerator}}
#pragma omp parallel for devices(gpu, n) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'0' in 'devices' is an id, which only accelerators have; write 'gpu' before it}}
#pragma omp parallel for devices(cpu, 0) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
