// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes a header that the unit has already included, and has an include guard itself.
#ifndef INCLUDES_ONCE_H
#define INCLUDES_ONCE_H
#include "once.h"

static inline void alsoOnce(int n, int *a) {
  once(n, a);
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] ^= ADDEND;
}
#endif
