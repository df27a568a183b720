// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages name rows, containers and their lengths as the program does, and not by the names of variables that stand
// for them inside of the compiler.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=hetrt_
#include <vector>

struct Cell {
  double *x;
  int length;
};

void members(int n, int m, Cell *cells) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    // CHECK: names-of-rows.cpp:[[@LINE+1]]:{{.*}}several of its iterations may use an element of 'cells[].x' that one writes
    for (int k = 1; k < m; k++)
      cells[i].x[k] += cells[i].x[k - 1];
}

void containers(std::vector<std::vector<double>> &rows) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    // CHECK: names-of-rows.cpp:[[@LINE+1]]:{{.*}}several of its iterations may use an element of 'rows' that one writes
    for (int k = 1; k < 50; k++)
      rows[i][k] += rows[i][k - 1];
}

void lengths(std::vector<double> &y, const std::vector<double> &x) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (unsigned k = 0; k < x.size(); k++)
      // CHECK: names-of-rows.cpp:[[@LINE+1]]:{{.*}}reads [0, x.size())
      y[i] += x[k];
}
