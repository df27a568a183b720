// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Called functions that only read through their parameters need no 'const': pointers, references, members of objects,
// through several calls, and member functions that are not const. Such loops run on devices.
// RUN: %hetccxx -O2 %s -o %t 2>&1 | count 0
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <cstdio>

struct point {
  double x, y;
  double length() { return x * x + y * y; } // not const
};

static double at(double *x, int i) { return x[i]; }
static double around(double *x, int i, int n) { return (i ? at(x, i - 1) : 0) + at(x, i) + (i + 1 < n ? at(x, i + 1) : 0); }
template <typename A, typename B> static auto sum(A &&a, B &&b) { return a + b; }
static double largest(double *first, double *last) {
  double most = *first;
  for (double *p = first; p != last; ++p)
    most = *p > most ? *p : most;
  return most;
}
static void add(double &to, double &by) { to += by; }
static double recursive(double *x, int i) { return i ? recursive(x, i / 2) + x[i] : x[0]; }

int main() {
  static double x[1009], y[1009];
  static point points[1009];
  const int n = 1009;
  for (int i = 0; i < n; i++)
    x[i] = i % 17, points[i] = {double(i), 2};
#pragma omp parallel for hetero(1) map(to : x[0:1009]) part_copyin(points[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    y[i] += around(x, i, n) + largest(x, x + 9) + points[i].length() + sum(x[i], x[0]) + recursive(x, i);
    add(y[i], x[i]);
  }
  double total = 0;
  for (int i = 0; i < n; i++)
    total += y[i] * (i % 3);
  std::printf("%.17g\n", total);
}
