// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of corr.c: threads along the rows of the data; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void meanOf(int n, int m, const float *data, float *mean, float *deviation) {
  const long j = column();
  float sum = 0, squares = 0;
  for (long i = threadIdx.y; i < n && j < m; i += blockDim.y)
    sum += data[i * m + j];
  const float middle = columnSum(sum) / (float)n;
  for (long i = threadIdx.y; i < n && j < m; i += blockDim.y)
    squares += (data[i * m + j] - middle) * (data[i * m + j] - middle);
  squares = columnSum(squares);
  if (threadIdx.y || j >= m)
    return;
  const float root = sqrtf(squares / (float)n);
  mean[j] = middle;
  deviation[j] = root > 0.005f ? root : 1;
}

__global__ void standardiseOne(int n, int m, float root, const float *data, const float *mean, const float *deviation,
                               float *standard) {
  const long i = row(), j = column();
  if (i < n && j < m)
    standard[i * m + j] = (data[i * m + j] - mean[j]) / (root * deviation[j]);
}

__global__ void correlatePair(int n, int m, const float *standard, float *correlation) {
  const long j = row(), k = column();
  if (j >= m || k >= m || k < j)
    return;
  float sum = 0;
  if (k > j)
    for (long i = 0; i < n; i++)
      sum += standard[i * m + j] * standard[i * m + k];
  correlation[j * m + k] = k == j ? 1 : sum;
}

extern "C" void findMeans(int n, int m, const float *data, float *mean, float *deviation) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(data, (size_t)n * m);
  float *means = call.out(mean, m), *deviations = call.out(deviation, m);
  call.run({4. * n * m + 8. * m, 4. * n * m}, [&](unsigned threads) {
    meanOf<<<quotient(m, 32), dim3(32, threads / 32)>>>(n, m, from, means, deviations);
  });
}

extern "C" void standardise(int n, int m, const float *data, const float *mean, const float *deviation, float *standard) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(data, (size_t)n * m), *means = call.in(mean, m), *deviations = call.in(deviation, m);
  float *to = call.out(standard, (size_t)n * m);
  const float root = sqrtf((float)n);
  call.run({8. * n * m, 3. * n * m}, [&](unsigned threads) {
    const Plane plane(threads, m, n);
    standardiseOne<<<plane.grid, plane.block>>>(n, m, root, from, means, deviations, to);
  });
}

extern "C" void correlate(int n, int m, const float *standard, float *correlation) {
  static Shape shape;
  Call call(shape);
  const float *from = call.in(standard, (size_t)n * m);
  float *to = call.inOut(correlation, (size_t)m * m);
  call.run({4. * n * m + 2. * m * m, 1. * n * m * m}, [&](unsigned threads) {
    const Plane plane(threads, m, m);
    correlatePair<<<plane.grid, plane.block>>>(n, m, from, to);
  });
}
