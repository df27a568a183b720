// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose function name, type and values are macros of the including file.
static inline void NAME(int n, TYPE *a) {
  (void)n;
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = FIRST; i RELATION LIMIT; i += STEP)
    a[i] = a[i] * 3 + OFFSET;
}
#undef NAME
#undef TYPE
#undef FIRST
#undef LIMIT
#undef STEP
#undef RELATION
#undef OFFSET
