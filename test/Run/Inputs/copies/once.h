// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header with a region that must not be included twice, next to a header that only files of this folder can include.
#pragma once
#include "addend.h"
#if !__has_include("addend.h")
#error "the folder of this header is not searched"
#endif

static inline void once(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] += ADDEND;
}
