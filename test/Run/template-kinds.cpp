// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances of a template that need different generated code around the loop run as plain OpenMP: iterators of
// different kinds, arrays of different rank, names of different variables. A warning says so.
// RUN: %hetccxx -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

#include "Inputs/checksum.h"

static int x[1207], table[1207][8];

template <typename Iterator> void walk(Iterator from, Iterator to, int n) {
  // CHECK: template-kinds.cpp:[[# @LINE + 1]]:{{.*}}: warning: this loop runs on the CPUs alone, as plain OpenMP: instances of the template need different code around the loop
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (Iterator i = from; i < to; i++)
    x[i - from] += 3;
}

struct Low {
  static int Value;
};
struct High {
  static int Value;
};
int Low::Value = 4, High::Value = 900;

template <typename T> void dependent(int n) {
  // CHECK: template-kinds.cpp:[[# @LINE + 1]]:{{.*}}: warning: this loop runs on the CPUs alone
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += T::Value;
}

int main() {
  walk(0, 1207, 1207);
  walk(x, x + 1207, 1207);
  dependent<Low>(1207);
  dependent<High>(600);
  printChecksum("x", x, sizeof x);
}
