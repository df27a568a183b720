// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in an inline function with external linkage: the two units that include this header share one definition.
#ifndef HETCC_TEST_INLINE_SCALE_HPP
#define HETCC_TEST_INLINE_SCALE_HPP

template <typename Element> inline void inlineScale(int n, Element factor, Element *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] *= factor;
}

struct Offset {
  int By;
  void apply(int n, int *a) const {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += By;
  }
};

#endif
