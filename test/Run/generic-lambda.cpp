// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in a generic lambda is a separate region for each type of the arguments, and plain OpenMP if the lambda is
// never called. Kernels cannot name the type of a lambda, so there is no GPU form.
// RUN: %hetccxx -std=c++20 -O2 -Wno-hetcc-gpu-form %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++20 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static double x[1201];
static int y[1201];

int main() {
  int offset = 3;
  auto scale = [&](auto factor, auto *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] = a[i] * factor + offset + i;
  };
  auto add = []<class T>(T addend, double *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += addend + sizeof(T);
  };
  [[maybe_unused]] auto never = [](auto *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] = 0;
  };
  scale(1.5, x, 1201);
  scale(2, x, 1201);
  scale(2.0f, y, 1201);
  offset = 5;
  scale('a', y, 1201);
  add(1.25, x, 1201);
  add('b', x, 1000);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
