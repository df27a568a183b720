// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As plain-unit.c, for C++ and hetcc++; and for a link in which no object needs the runtime.
// RUN: %hetccxx -O2 -g -c %s -o %t.o
// RUN: %host_cxx -O2 -g -c %s -o %t.host.o
// RUN: cmp %t.o %t.host.o
// RUN: env HETCC_HOST_CXX=g++ %hetccxx --hetcc-dryrun %t.o -lm -o prog | FileCheck %s

// CHECK: {{^}}g++ {{.*}}.o -lm -o prog{{$}}

#include <algorithm>
#include <iostream>
#include <vector>

int main() {
  std::vector<int> Values = {3, 1, 2};
  std::partition(Values.begin(), Values.end(), [](int V) { return V > 1; });
  std::cout << Values.size() << '\n';
}
