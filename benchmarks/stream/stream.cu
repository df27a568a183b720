// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of stream.c: a thread for each element; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

template <class Function> __global__ void forEach(int n, Function function) {
  const long i = thread();
  if (i < n)
    function(i);
}

template <class Function> static void run(Call &call, int n, Work work, Function function) {
  call.run(work, [&](unsigned threads) { forEach<<<quotient(n, threads), threads>>>(n, function); });
}

extern "C" void copy(int n, const double *a, double *c) {
  static Shape shape;
  Call call(shape);
  const double *from = call.in(a, n);
  double *to = call.out(c, n);
  run(call, n, {16. * n}, [=] __device__(long i) { to[i] = from[i]; });
}

extern "C" void scale(int n, double factor, const double *c, double *b) {
  static Shape shape;
  Call call(shape);
  const double *from = call.in(c, n);
  double *to = call.out(b, n);
  run(call, n, {16. * n, 0, 1. * n}, [=] __device__(long i) { to[i] = factor * from[i]; });
}

extern "C" void add(int n, const double *a, const double *b, double *c) {
  static Shape shape;
  Call call(shape);
  const double *left = call.in(a, n), *right = call.in(b, n);
  double *to = call.out(c, n);
  run(call, n, {24. * n, 0, 1. * n}, [=] __device__(long i) { to[i] = left[i] + right[i]; });
}

extern "C" void triad(int n, double factor, const double *b, const double *c, double *a) {
  static Shape shape;
  Call call(shape);
  const double *left = call.in(b, n), *right = call.in(c, n);
  double *to = call.out(a, n);
  run(call, n, {24. * n, 0, 2. * n}, [=] __device__(long i) { to[i] = left[i] + factor * right[i]; });
}
