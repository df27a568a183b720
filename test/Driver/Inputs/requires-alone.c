// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit with 'omp requires unified_address' in which hetcc splits no loop.
#pragma omp requires unified_address
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
