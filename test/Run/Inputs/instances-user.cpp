// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second translation unit of different-instances.cpp.
void before(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += i;
}

#include "instances.hpp"

Row row = {{1, 20, 300}};
signed char small = 3;
int scaled(int value) { return 3 * value + 1; }

void addElsewhere(int n, int *y) {
  before(n, y);
  twoLoops(n, y);
  add<true>(n, y);
  add<false>(n, y);
  choose<true>(n, y);
  choose<false>(n, y);
  scale(n, y);
}
