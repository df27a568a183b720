// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As handed-objects.c: objects passed by value, by reference, and in templates.
// RUN: %serialxx %s -o %t.serial
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstdio>
#include <vector>

template <typename T> struct Grid {
  int rows, columns;
  const T *cells;
};

template <typename T> T at(const Grid<T> &g, int i, int j) { return g.cells[i * g.columns + j]; }
template <typename T> T row(Grid<T> g, int i) {
  T sum = 0;
  for (int j = 0; j < g.columns; j++)
    sum += at(g, i, j);
  return sum;
}

template <typename T> void sums(Grid<T> g, T *out) {
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int i = 0; i < g.rows; i++)
    out[i] = row(g, i) + at(g, g.rows - 1 - i, 0);
}

int main() {
  std::vector<float> cells(300 * 40), out(300);
  for (size_t k = 0; k < cells.size(); k++)
    cells[k] = float(k % 17);
  sums(Grid<float>{300, 40, cells.data()}, out.data());
  std::vector<int> whole(cells.begin(), cells.end()), found(300);
  sums(Grid<int>{300, 40, whole.data()}, found.data());
  for (int i = 0; i < 300; i += 7)
    std::printf("%g %d\n", double(out[i]), found[i]);
}
