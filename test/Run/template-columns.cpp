// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns in a template: all instances share one descriptor, so windows are packed only if each instance can use
// another row distance. Instances that need different subscripts in the same source text run as plain OpenMP.
// RUN: %hetccxx -std=c++17 -O2 %s -o %t 2>&1 | FileCheck %s --check-prefix=WARNING --implicit-check-not=warning:
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx --hetcc-explain -std=c++17 -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not="full size"

#include "Inputs/checksum.h"
#include <vector>

enum { ROWS = 29, COLUMNS = 160 };

static int element(const int *row, int column) { return row[column]; }

template <typename T> void scale(int rows, int columns, std::vector<T> &a, const T *factor) {
#pragma omp parallel for hetero(1) part_copy(a[0:rows][1:columns]) part_copyin(factor[1:columns])
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++)
      a[i * columns + j] *= factor[j];
}

// CHECK: template-columns.cpp:[[# @LINE + 3]]:{{[0-9]+}}: remark: array 'table' takes its full size on a device: a pointer into it
template <bool Called> void sum(const int (*table)[COLUMNS], int *total) {
  // One instance takes pointers to rows; the other one alone could be packed.
#pragma omp parallel for hetero(1) part_copyin(table[0:ROWS][1:COLUMNS]) part_copy(total[1:COLUMNS])
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++)
      if constexpr (Called)
        total[j] += element(table[i], j);
      else
        total[j] -= 3 * table[i][j];
}

// WARNING: template-columns.cpp:[[# @LINE + 4]]:{{[0-9]+}}: warning: this loop runs on the CPUs alone, as plain OpenMP: instances of the template need different code
template <int Middle, int Inner> void shift(int *v) {
  // 16 is the distance of planes in one instance, and of rows in the other.
  const int Planes = 4;
#pragma omp parallel for hetero(1) part_copy(v[0:Planes][0:Middle][1:Inner])
  for (int k = 0; k < Inner; k++)
    for (int i = 0; i < Planes; i++)
      v[i * 16 + k] += i;
}

int main() {
  std::vector<int> a(ROWS * COLUMNS), total(COLUMNS);
  std::vector<double> b(a.size()), halves(COLUMNS);
  for (std::size_t i = 0; i < a.size(); i++)
    a[i] = int(i % 977), b[i] = double(i) / 8;
  for (int j = 0; j < COLUMNS; j++)
    total[j] = j, halves[j] = 0.5 * j;
  scale(ROWS, COLUMNS, a, total.data());
  scale(ROWS, COLUMNS, b, halves.data());
  static int table[ROWS][COLUMNS];
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      table[i][j] = i ^ j;
  sum<false>(table, total.data());
  sum<true>(table, total.data());
  shift<2, 8>(a.data());
  shift<4, 16>(a.data());
  printChecksum("a", a.data(), a.size() * sizeof(int));
  printChecksum("b", b.data(), b.size() * sizeof(double));
  printChecksum("total", total.data(), total.size() * sizeof(int));
}
