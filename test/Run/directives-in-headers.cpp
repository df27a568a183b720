// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in headers have a form for GPUs, as loops in the main file do: directives in headers cause no message of the
// device compiler, and functions in headers that read variables of the unit get the additional forms that they need.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=GPU
// RUN: %compare %t.serial %t
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all -c %s -o %t.1.o && %hetccxx -O2 -fopenmp --hetcc-auto=all -c %s -o %t.2.o && cmp %t.1.o %t.2.o
#include <cstdio>
#include <vector>

// CHECK: 2 of 2 loops split

static float weights[4] = {1, 2, 3, 4};
#include "Inputs/rows-of-header.h"
#include "Inputs/scale-of-header.h"

int main() {
  const int rows = 40, columns = 90;
  std::vector<float> a(rows * columns), b(rows * columns);
  for (int i = 0; i < rows * columns; i++)
    a[i] = float(i * 7 % 83);
  normalize(rows, columns, a.data(), b.data());
  scale = 4;
  weights[1] = 5;
  std::vector<float> c(rows * columns);
#pragma omp parallel for
  for (int i = 0; i < rows * columns; i++)
    c[i] = b[i] * weight(i);
  double sum = 0;
  for (int i = 0; i < rows * columns; i++)
    sum = sum * 0.99 + c[i];
  printf("%.4f\n", sum);
}
