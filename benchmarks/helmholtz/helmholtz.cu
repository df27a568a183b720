// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of helmholtz.c: a thread for each point; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

struct Stencil {
  double ax, ay, b, omega;
};

__global__ void sweepPoint(int n, int m, Stencil s, const double *old, const double *f, double *u, double *error) {
  const int i = row() + 1, j = column() + 1;
  double square = 0;
  if (i < n - 1 && j < m - 1) {
    const long at = (long)i * m + j;
    const double residual =
        (s.ax * (old[at - m] + old[at + m]) + s.ay * (old[at - 1] + old[at + 1]) + s.b * old[at] - f[at]) / s.b;
    u[at] = old[at] - s.omega * residual;
    square = residual * residual;
  }
  addToSum(square, error);
}

extern "C" double sweep(int n, int m, Stencil s, const double *old, const double *f, double *u) {
  static Shape shape;
  const size_t count = (size_t)n * m;
  double error;
  {
    Call call(shape);
    const double *before = call.in(old, count), *right = call.in(f, count);
    double *after = call.inOut(u, count), *sum = call.sum(&error);
    call.run({24. * count, 0, 13. * count}, [&](unsigned threads) {
      const Plane plane(threads, m - 2, n - 2);
      sweepPoint<<<plane.grid, plane.block>>>(n, m, s, before, right, after, sum);
    });
  }
  return error;
}
