// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers of std::array elements: reading an element through a container that is not const does not count as a write.
// RUN: %hetccxx -std=c++20 -O2 -Wall -Wextra -Werror %s -o %t
// RUN: %serialxx -std=c++20 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++20 -O2 --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: arrays-in-containers.cpp:[[# @LINE + 10]]:{{[0-9]+}}: remark: this loop runs on the CPUs and on accelerators
#include <array>
#include <cstdio>
#include <hetcc.h>
#include <vector>

using Vector = std::array<double, 3>;

static void push(std::vector<Vector> &Position, std::vector<Vector> &Speed, int Count) {
  std::array<double, 3> Weights{1, 2, 4};
#pragma omp parallel for HETCC(hetero(1) part_copy(Position[1:Count]) part_copyin(Speed[1:Count]))
  for (int I = 0; I < Count; I++)
    for (int D = 0; D < 3; D++)
      Position[I][D] += Speed[I][D] + Speed[I].front() - Speed[I].back() * Weights[D];
}

int main() {
  std::vector<Vector> Position(1000), Speed(1000);
  for (int I = 0; I < 1000; I++)
    Speed[I] = {double(I), 2.0 * I, 3.0 * I};
  for (int Pass = 0; Pass < 3; Pass++)
    push(Position, Speed, 1000);
  for (int I = 0; I < 1000; I += 99)
    std::printf("%g %g %g\n", Position[I][0], Position[I][1], Position[I][2]);
}
