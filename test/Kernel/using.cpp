// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that a function finds by using-declarations, using-directives, namespace aliases, and types that depend on
// template parameters keep their meaning in its kernels.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetccxx --save-temps -O2 %s -o using 2>&1 | count 0
// RUN: sed "/^ *\/\//d" %t/using.hetcc.device.cpp | FileCheck %s
// RUN: cd %t && %serialxx -O2 %s -o serial
// RUN: cd %t && %compare ./serial ./using

// CHECK: hetcc_0_0_body({{.*}} {
// CHECK: typedef float S;
// CHECK-NEXT: {
// CHECK-NEXT: typedef S T;
// CHECK-NEXT: using U = T;
// CHECK: hetcc_1_0_body({{.*}} {
// CHECK: using namespace shapes;
// CHECK-NEXT: namespace short_name = shapes::flat;
// CHECK-NEXT: using flat::thrice;
// CHECK-NEXT: using shapes::Point;
// CHECK-NOT: hidden
#include <cstdio>

namespace shapes {
namespace flat {
inline int twice(int x) { return 2 * x; }
template <class T> T thrice(T x) { return 3 * x; }
} // namespace flat
struct Point {
  int x;
  explicit Point(int x) : x(x) {}
};
} // namespace shapes
namespace hidden {}

template <typename S> void scale(int n, S *x) {
  typedef S T;
  using U = T;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    U value = x[i];
    x[i] = value * T(2);
  }
}

static void shift(int n, int *x) {
  using namespace shapes;
  namespace short_name = shapes::flat;
  using flat::thrice;
  using shapes::Point;
  {
    using namespace hidden;
  }
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = flat::twice(x[i]) + short_name::twice(i) + thrice(i) + Point(i).x;
}

int main() {
  float floats[1103];
  double doubles[1103];
  int numbers[1103];
  for (int i = 0; i < 1103; i++)
    floats[i] = i, doubles[i] = -i, numbers[i] = 7 * i;
  scale(1103, floats);
  scale(1103, doubles);
  shift(1103, numbers);
  double sum = 0;
  for (int i = 0; i < 1103; i++)
    sum += floats[i] * 3 + doubles[i] + numbers[i] * (i % 5);
  std::printf("%g\n", sum);
}
