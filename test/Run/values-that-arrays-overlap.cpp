// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body reads values that are in an array which it writes: through references, and as members of objects.
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include <cstdio>

enum { N = 1000 };
struct Point {
  double x, y;
};
static int y[N], z[N];
static double w[N];
static Point points[N];

__attribute__((noinline)) static void parameter(const int &of) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = i * 3;
    if (i == 5)
      z[i] = of;
  }
}

__attribute__((noinline)) static void locals() {
  const Point &third = points[3];
  const double &fourth = points[4].y;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    points[i].x = i, points[i].y = -i;
    if (i == 3)
      w[i] = third.x + third.y * 3;
    if (i == 4)
      w[i] = fourth;
  }
}

struct Object {
  int n = 1;
  unsigned bits : 5;
  __attribute__((noinline)) void run(int *to) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      if (i == 700) {
        to[0] = 88;
        z[i] = n;
      }
  }
};

int main() {
  parameter(y[5]);
  locals();
  Object object;
  object.run(&object.n);
  std::printf("%d %g %g %d %d\n", z[5], w[3], w[4], z[700], object.n);
}
