// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member functions of `this`, of objects behind pointers and references, and of parts of these, and functions that get
// such an object: a device has a copy of the object, whose pointers lead to the device's arrays. A pointer that the
// loop does not follow is not followed for the copy either.
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %hetccxx -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 8 of 8 loops split
#include <cstdio>
#include <hetcc.h>
#include <vector>
struct Grid {
  int nx, ny;
  double *x;
  std::vector<double> w;
  double at(int i) const { return x[i]; }
  double &operator()(int i, int j) { return x[i * ny + j]; }
  double weight(int i) { return w[i] * nx; }
};
static double twice(const Grid &g, int i) { return 2 * g.x[i] + g.nx; }
static double thrice(const Grid *g, int i) { return 3 * g->x[i] + g->w[i]; }

class Mesh {
public:
  Mesh(Grid *g, int n) : n(n), y(n), grid(g), part(*g), ref(*g), z(new double[n]) {
    for (int i = 0; i < n; i++)
      z[i] = i % 5;
  }
  ~Mesh() { delete[] z; }
  double at(int i) const { return z[i] + scale; }
  double weight(int i) { return z[i] * n; }
  static double half(const Mesh &m, int i) { return m.z[i] / 2; }
  void own() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = at(i) + this->weight(i);
  }
  void handsThis() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += half(*this, i);
  }
  void pointers() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += grid->at(i) + twice(*grid, i) + thrice(grid, i) + grid->weight(i);
  }
  void elements() {
#pragma omp parallel for
    for (int i = 0; i < n / 4; i++)
      for (int j = 0; j < 4; j++)
        (*grid)(i, j) += y[i * 4 + j];
  }
  void parts() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += part.at(i) + thrice(&this->part, i) + ref.at(i) + twice(ref, i);
  }
  void lambdas() {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      auto f = [&](int k) { return at(k) + grid->at(k); };
      auto g = [this](int k) { return this->at(k) + part.at(k); };
      auto h = [=](int k) { return weight(k) + n + grid->weight(k); };
      y[i] += f(i) + g(i) + h(i);
    }
  }
  double nowhere(int m) {
    Grid *const kept = grid;
    grid = nullptr;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < m; i++)
      sum += y[i] + (m > 5000 ? grid->at(i) : 0);
    grid = kept;
    return sum;
  }
  double sum() {
    double s = 0;
    for (int i = 0; i < n; i++)
      s = s * 0.99 + y[i];
    return s;
  }

private:
  int n;
  double scale = 0.5;
  std::vector<double> y;
  Grid *grid;
  Grid part;
  Grid &ref;
  double *z;
};
double outside(Grid *g, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += g->at(i) + twice(*g, i) + thrice(g, i) + g->weight(i);
  return s;
}
int main() {
  const int n = 1000;
  std::vector<double> x(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 13;
  Grid g{n / 4, 4, x.data(), std::vector<double>(n, 2.0)};
  Mesh m(&g, n);
  m.own();
  printf("%.6f\n", m.sum());
  m.handsThis();
  printf("%.6f\n", m.sum());
  m.pointers();
  printf("%.6f\n", m.sum());
  m.elements();
  printf("%.6f\n", m.sum());
  m.parts();
  printf("%.6f\n", m.sum());
  m.lambdas();
  printf("%.6f\n", m.sum());
  printf("%.6f\n", m.nowhere(n));
  printf("%.6f\n", outside(&g, n));
}
