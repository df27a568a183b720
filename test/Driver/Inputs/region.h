// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A directive that only those see who look into headers. */
static inline void fill(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}
