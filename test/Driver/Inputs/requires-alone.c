// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A requirement about memory in a unit of which nothing is split.
#pragma omp requires unified_address
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
