// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline functions and templates with regions may be in a header that two C++ units include. The linker keeps one
// definition of each, and both units use it.
// RUN: %hetccxx -O2 %s %S/Inputs/inline-scale-user.cpp -o %t
// RUN: %serialxx -O2 %s %S/Inputs/inline-scale-user.cpp -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include "Inputs/inline-scale.hpp"

void scaleElsewhere(int n, int *a);

static int x[1207];

int main() {
  for (int i = 0; i < 1207; i++)
    x[i] = i;
  inlineScale(1207, 5, x);
  Offset{9}.apply(1207, x);
  scaleElsewhere(1207, x);
  printChecksum("x", x, sizeof x);
}
