// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in a header, for units that have no other directive.
#ifndef HETCC_TEST_SCALE_H
#define HETCC_TEST_SCALE_H

static inline void scale(int n, int factor, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] *= factor;
}

#endif
