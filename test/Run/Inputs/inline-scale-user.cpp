// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second translation unit of inline-function.cpp.
#include "inline-scale.hpp"

void scaleElsewhere(int n, int *a) {
  inlineScale(n, -3, a);
  Offset{4}.apply(n, a);
}
