// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives with names that OpenMP does not have, only hetcc.
static inline void addAndRelease(int n, int *a) {
#pragma omp acc_region_loop hetero(1) part_copy(a[1:n]) persist(a)
  for (int i = 0; i < n; i++)
    a[i] += 5;
#pragma omp depersist(a)
}
