// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++20's constexpr <complex>, constants of anonymous namespaces, generic lambdas and structured bindings work in a GPU
// kernel: hetcc gives no warning.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++20 -O1 -c %s -o %t.o 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: {{.}}
#include <algorithm>
#include <array>
#include <complex>
#include <utility>

namespace physics {
namespace {
constexpr double Gravity = 9.81;
const double Table[2] = {1, Gravity};
} // namespace
} // namespace physics

struct Fall {
  static constexpr double Height = 3;
  static double scaled(double v) { return v * Height; }
  void run(int n, double *x, std::complex<double> *z, std::pair<int, double> *p) {
#pragma omp parallel for hetero(1) part_copy(x[1:n], z[1:n], p[1:n])
    for (int i = 0; i < n; ++i) {
      auto square = [k = i](auto v) { return v * v + k; };
      auto [low, high] = std::minmax({x[i], 5.0, square(2.0)});
      std::array<double, 3> some{low, high, physics::Table[i % 2]};
      for (double &value : some)
        value += square(1);
      x[i] = scaled(some[0]) + physics::Gravity + some[2];
      z[i] += std::complex<double>(x[i], std::abs(some[1]));
      p[i] = {i, p[i].second + std::norm(z[i])};
    }
  }
};

void use(int n, double *x, std::complex<double> *z, std::pair<int, double> *p) { Fall().run(n, x, z, p); }
