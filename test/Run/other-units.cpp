// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overloaded functions, functions in namespaces and member functions of another unit, which calls a function written in
// C; also in the loop of a template.
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-values.c -o %t.values.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-arrays.c -o %t.arrays.o
// RUN: %hetcc++ -O2 -Wall -Wextra -Wmissing-declarations -Werror -Wno-hetcc-gpu-form --hetcc-functions %s %S/Inputs/other-units-shapes.cpp %t.values.o %t.arrays.o -o %t
// RUN: %serialxx -O2 %s %S/Inputs/other-units-shapes.cpp %t.values.o %t.arrays.o -o %t.serial
// RUN: %compare --brief %t.serial %t
#include "Inputs/checksum.h"
#include "Inputs/other-units.h"
#include "Inputs/other-units.hpp"

using namespace shapes;

constexpr int N = 999;
static double results[N];
static unsigned words[N];

template <typename T> void each(T *out, int count) {
#pragma omp parallel for hetero(1) part_copyout(out[1:count])
  for (int i = 0; i < count; i++) {
    Point corner = {double(i), 3};
    grow(corner, 2);
    corner.move(1);
    out[i] = T(area(corner) + area(i, 3) + corner.length2() + twice(i));
  }
}

int main() {
  each(results, N);
  printChecksum("results", results, sizeof results);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    words[i] = inner::mix(unsigned(i));
  printChecksum("words", words, sizeof words);
  static float small[N];
  each(small, N);
  printChecksum("small", small, sizeof small);
}
