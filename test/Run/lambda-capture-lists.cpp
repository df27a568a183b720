// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda with an explicit capture list sees only what it captures; device code needs more names there than the
// source: the bounds of arrays and the distances of their rows.
// RUN: %serialxx -std=c++17 -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++17 -O1 -Werror=hetcc %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++17 -O1 -DCOPY %s -o %t.copy 2>&1 | FileCheck %s
#include <hetcc.h>
#include <cstdio>
#include <vector>

enum { N = 600 };

static double sum(const std::vector<double> &values) {
  double sum = 0;
  for (double value : values)
    sum = sum * 0.75 + value;
  return sum;
}

int main() {
  std::vector<double> v(N), w(N), x(N), y(N), z(N);
  int k = 3;
  for (int i = 0; i < N; i++)
    v[i] = i % 23;
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    auto scaled = [&k, &v](int j) { return v[j] * k; };
    w[i] = scaled(i);
  }
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    double first = i;
    auto set = [&x, k, first, more = first + k, &v](int j) {
      x[j] = v[j] * k + first + more;
      return [&x, j] { return x[j]; };
    };
    first = 0;
    y[i] = set(i)() + first;
  }
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    auto both = [=, &v](int j) { return v[j] + k; };
    z[i] = both(i);
  }
  std::printf("%.17g %.17g %.17g %.17g\n", sum(w), sum(x), sum(y), sum(z));
#ifdef COPY
  double last[N] = {};
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    // CHECK: [[# @LINE + 1]]:{{[0-9]+}}: warning: this loop runs on the CPUs alone: a lambda has a copy of 'last', which the loop writes
    auto before = [last](int j) { return last[j]; };
    last[i] += 1;
    last[i] += before(i);
  }
  std::printf("%g\n", last[N - 1]);
#endif
}
