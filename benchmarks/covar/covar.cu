// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of covar.c: threads along the rows of the data; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void meanOf(int n, int m, const float *data, float *mean) {
  const long j = column();
  float sum = 0;
  for (long i = threadIdx.y; i < n && j < m; i += blockDim.y)
    sum += data[i * m + j];
  sum = columnSum(sum);
  if (threadIdx.y == 0 && j < m)
    mean[j] = sum / (float)n;
}

__global__ void centreOne(int n, int m, const float *data, const float *mean, float *centred) {
  const long i = row(), j = column();
  if (i < n && j < m)
    centred[i * m + j] = data[i * m + j] - mean[j];
}

__global__ void multiplyPair(int n, int m, const float *centred, float *covariance) {
  const long j = row(), k = column();
  if (j >= m || k >= m || k < j)
    return;
  float sum = 0;
  for (long i = 0; i < n; i++)
    sum += centred[i * m + j] * centred[i * m + k];
  covariance[j * m + k] = sum;
}

extern "C" void findMeans(int n, int m, const float *data, float *mean) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(data, (size_t)n * m);
  float *means = call.out(mean, m);
  call.run({4. * n * m + 4. * m, 1. * n * m}, [&](unsigned threads) {
    meanOf<<<quotient(m, 32), dim3(32, threads / 32)>>>(n, m, from, means);
  });
}

extern "C" void centre(int n, int m, const float *data, const float *mean, float *centred) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(data, (size_t)n * m), *means = call.in(mean, m);
  float *to = call.out(centred, (size_t)n * m);
  call.run({8. * n * m, 1. * n * m}, [&](unsigned threads) {
    const Plane plane(threads, m, n);
    centreOne<<<plane.grid, plane.block>>>(n, m, from, means, to);
  });
}

extern "C" void multiply(int n, int m, const float *centred, float *covariance) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(centred, (size_t)n * m);
  float *to = call.inOut(covariance, (size_t)m * m);
  call.run({4. * n * m + 2. * m * m, 1. * n * m * m}, [&](unsigned threads) {
    const Plane plane(threads, m, m);
    multiplyPair<<<plane.grid, plane.block>>>(n, m, from, to);
  });
}
