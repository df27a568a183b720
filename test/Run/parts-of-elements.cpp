// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As parts-of-elements.c, in C++: elements of containers, in templates, and members that an element inherits.
// RUN: %hetcc++ -std=c++20 -O2 -Werror=hetcc-host-only %s -o %t
// RUN: %serialxx -std=c++20 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <cstdio>
#include <utility>
#include <vector>

struct Base {
  int id;
};
struct Derived : Base {
  double value;
};

static void second(std::vector<std::pair<int, double>> &v) {
  const int n = int(v.size());
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    v[i].second = i;
}

static void inherited(int n, Derived *d) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    d[i].id = i;
}

static void base(int n, Derived *d) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    static_cast<Base &>(d[i]) = Base{2 * i};
}

template <typename T> struct Cell { T left, right; };
template <typename T> static void right(int n, Cell<T> *c) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    c[i].right = T(i);
}

int main() {
  enum { N = 300 };
  std::vector<std::pair<int, double>> v(N);
  std::vector<Derived> d(N), e(N);
  Cell<char> small[N];
  Cell<double> large[N];
  for (int i = 0; i < N; i++) {
    v[i] = {3 * i, 0.5};
    d[i].value = e[i].value = i + 0.25;
    small[i] = {char(i % 50), 1};
    large[i] = {double(i), 1};
  }
  second(v), inherited(N, d.data()), base(N, e.data()), right(N, small), right(N, large);
  for (int i = 0; i < N; i++)
    std::printf("%d %g %d %g %d %g %d %d %g %g\n", v[i].first, v[i].second, d[i].id, d[i].value, e[i].id, e[i].value,
                small[i].left, small[i].right, large[i].left, large[i].right);
}
