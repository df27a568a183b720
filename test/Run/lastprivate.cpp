// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lastprivate in C++: templates, references, qualified names, classes with constructors and assignment operators.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <cstdio>
#include <vector>

namespace outer {
double last;
}

struct Point {
  Point() : x(-1), y(-1) {}
  Point(int x, int y) : x(x), y(y) {}
  int x, y;
};

template <typename T> struct Both {
  T first, second;
};

template <typename T> T lastOf(std::vector<T> &v, T start) {
  Both<T> last = {start, T()};
  Both<T> &alias = last;
  Point point;
  int n = int(v.size());
#pragma omp parallel for hetero(1) part_copy(v[1 : n]) firstprivate(last) lastprivate(last, point, outer::last)
  for (int i = 0; i < n; ++i) {
    v[i] = v[i] * T(2) + last.first;
    outer::last = double(v[i]);
    point = Point(i, int(v[i]));
    last.second = v[i];
  }
  std::printf("%g %d %d %g\n", double(alias.second), point.x, point.y, outer::last);
  return last.second;
}

int byReference(std::vector<int> &v, int &last) {
  int n = int(v.size());
#pragma omp parallel for hetero(1) part_copyin(v[1 : n]) lastprivate(last)
  for (int i = 0; i < n; ++i)
    last = v[i] / 3;
  return last;
}

int main() {
  std::vector<int> a(777);
  std::vector<double> b(1234);
  for (int i = 0; i < 777; ++i)
    a[i] = i % 91;
  for (int i = 0; i < 1234; ++i)
    b[i] = i * 0.25;
  int last = 0;
  for (int pass = 0; pass < 3; ++pass)
    std::printf("%d %g %d %d\n", lastOf(a, 5 + pass), lastOf(b, 0.5 * pass), byReference(a, last), last);
}
