// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two units may have different instances of a template, know different functions that an inline function calls, and number their directives
// differently. Whichever definitions the linker keeps, a descriptor, its values and its kernel fit together.
// RUN: %hetccxx -std=c++17 -O2 -c %s -o %t.o
// RUN: %hetccxx -std=c++17 -O2 -c %S/Inputs/instances-user.cpp -o %t-user.o
// RUN: %hetccxx %t.o %t-user.o -o %t
// RUN: %hetccxx %t-user.o %t.o -o %t-turned
// RUN: %serialxx -std=c++17 -O2 %s %S/Inputs/instances-user.cpp -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare %t.serial %t-turned

#include "Inputs/instances.hpp"

void addElsewhere(int n, int *y);

static int y[1207];

int main() {
  addElsewhere(1207, y);
  twoLoops(1207, y);
  add<false>(1207, y);
  choose<false>(1207, y);
  choose<false>(600, y);
  scale(1207, y);
  printChecksum("y", y, sizeof y);
}
