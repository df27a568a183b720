// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A header with a directive; the unit that includes it has none. */
static inline void fill(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}
