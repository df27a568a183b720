// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of gesummv.c: a warp for each row; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void sumsOfProducts(int n, float alpha, float beta, const float *a, const float *b, const float *x, float *y) {
  const long i = thread() / 32, lane = threadIdx.x % 32;
  if (i >= n)
    return;
  float ax = 0, bx = 0;
  for (long j = lane; j < n; j += 32) {
    ax += a[i * n + j] * x[j];
    bx += b[i * n + j] * x[j];
  }
  ax = warpSum(ax), bx = warpSum(bx);
  if (lane == 0)
    y[i] = alpha * ax + beta * bx;
}

extern "C" void sumOfProducts(int n, float alpha, float beta, const float *a, const float *b, const float *x, float *y) {
  static Shape shape;
  const size_t count = (size_t)n * n;
  Call call(shape);
  const float *left = call.in(a, count), *right = call.in(b, count), *vector = call.in(x, n);
  float *result = call.out(y, n);
  call.run({8. * n * n + 8. * n, 4. * n * n}, [&](unsigned threads) {
    sumsOfProducts<<<quotient(32L * n, threads), threads>>>(n, alpha, beta, left, right, vector, result);
  });
}
