// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects to which reference members lead, directly or through other references; lambdas passed to templates in the
// loop; `this` and objects behind pointers in data clauses, in data regions, and with 'collapse'.
// RUN: %serialxx -std=c++17 -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++17 -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 13 of 14 loops split
// CHECK-NEXT: : 'omp parallel for' is not split: the elements of 'g' hold pointers or own something
#include <cstdio>
#include <hetcc.h>
#include <vector>
template <typename F> void apply(int n, F f) {
  for (int k = 0; k < n; k++)
    f(k);
}
template <typename F> double call(F f, int i) { return f(i); }
struct Params {
  double gamma;
  int k;
};
struct Grid {
  int n;
  double *x;
  double at(int i) const { return x[i] * n; }
};
class Solver {
public:
  Solver(Grid &g, const Params &p, int n) : n(n), grid(g), params(p), y(new double[n]), own(g), z(n) {
    for (int i = 0; i < n; i++)
      y[i] = i % 4;
  }
  double at(int i) const { return y[i] + 1; }
  double viaRef(int i) const { return grid.at(i) + grid.x[i] * params.gamma + params.k; }
  void update(int i) {
    own.x[i] += y[i];
    z[i] = own.n;
  }
  void updateRef(int i) { grid.x[i] += 0.5; }
  double lambdas() {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
      double t = 0;
      apply(3, [&](int k) { t += at(k) + own.at(k); });
      s += t + call([this](int k) { return at(k); }, i) + call([=](int k) { return at(k) + own.at(k); }, i);
    }
    return s;
  }
  double inLambda() {
    double s = 0;
    auto run = [&] {
#pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < n; i++)
        s += at(i);
    };
    run();
    return s;
  }
  double refs() {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += viaRef(i);
    return s;
  }
  double updates() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      update(i);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      updateRef(i);
    double s = 0;
    for (int i = 0; i < n; i++)
      s = s * 0.9 + own.x[i] + z[i];
    return s;
  }
  double collapsed() {
    double s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
    for (int i = 0; i < n / 10; i++)
      for (int j = 0; j < 10; j++)
        s += at(i * 10 + j) * j;
    return s;
  }
  void target() {
    double *out = z.data();
#pragma omp target teams distribute parallel for map(to : this[0 : 1], y[0 : n]) map(tofrom : out[0 : n])
    for (int i = 0; i < n; i++)
      out[i] += at(i);
  }
  void target2() {
    double *out = z.data();
#pragma omp target data map(to : y[0 : n]) map(tofrom : out[0 : n])
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        out[i] += at(i);
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        y[i] = at(i);
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        out[i] += at(i);
    }
  }
  double sum() {
    double s = 0;
    for (int i = 0; i < n; i++)
      s = s * 0.9 + z[i];
    return s;
  }

private:
  int n;
  Grid &grid;
  const Params &params;
  double *y;
  Grid own;
  std::vector<double> z;
};
double pointer(Grid *g, int n) {
  double s = 0;
#pragma omp target data map(to : g[0 : 1], g->x[0 : n])
  {
#pragma omp target teams distribute parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += g->at(i);
  }
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : g[0 : 1]) map(to : g->x[0 : n])
  for (int i = 0; i < n; i++)
    s += g->at(i);
  const Grid &r = *g;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += r.at(i);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    const Grid &q = *g;
    const Grid *p = g;
    s += q.at(i) + p->at(i);
  }
  return s;
}
int main() {
  const int n = 700;
  std::vector<double> x(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 6;
  Grid g{2, x.data()};
  Params p{0.5, 3};
  Solver s(g, p, n);
  printf("%.6f\n", s.lambdas());
  printf("%.6f\n", s.inLambda());
  printf("%.6f\n", s.refs());
  printf("%.6f\n", s.updates());
  printf("%.6f\n", s.collapsed());
  s.target();
  printf("%.6f\n", s.sum());
  s.target2();
  printf("%.6f\n", s.sum());
  printf("%.6f\n", pointer(&g, n));
}
