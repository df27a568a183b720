// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that a lambda in the loop captures by [=] or [&] are not named in its brackets: sizes and arrays that it
// uses keep their names in the generated code.
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %hetccxx -O1 -Werror=hetcc %s -o %t
// RUN: %compare %t.serial %t
#include <hetcc.h>
#include <cstdio>
#include <vector>

static double sum(const std::vector<double> &values) {
  double sum = 0;
  for (double value : values)
    sum = sum * 0.75 + value;
  return sum;
}

int main() {
  int nx = 33, ny = 29;
  std::vector<double> v(nx * ny), w(nx * ny), t(nx * ny), u(nx * ny);
  for (int i = 0; i < nx * ny; i++)
    v[i] = i % 23;
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < ny; i++) {
    auto index = [=](int a, int b) { return a * nx + b; };
    for (int j = 0; j < nx; j++)
      w[i * nx + j] = index(i, j);
  }
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < ny; i++) {
    auto left = [&](int j) { return j > 0 ? v[i * nx + j - 1] : 0; };
    for (int j = 0; j < nx; j++)
      t[i * nx + j] = left(j) + v[i * nx + j];
  }
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < ny; i++) {
    auto index = [=, count = nx](int a, int b) { return a * count + b + ny; };
    for (int j = 0; j < nx; j++)
      u[i * nx + j] = index(i, j);
  }
  std::printf("%.17g %.17g %.17g\n", sum(w), sum(t), sum(u));
}
