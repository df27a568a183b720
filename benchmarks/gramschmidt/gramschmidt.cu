// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of gramschmidt.c: a block for each vector; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void orthogonaliseOne(int n, int m, int k, const float *__restrict__ q, float *__restrict__ v, float *r) {
  __shared__ float dot;
  const long j = k + 1 + (long)blockIdx.x;
  float sum = 0;
  if (threadIdx.x == 0)
    dot = 0;
  __syncthreads();
  for (long i = threadIdx.x; i < m; i += blockDim.x)
    sum += q[i] * v[j * m + i];
  addToSum(sum, &dot);
  __syncthreads();
  if (threadIdx.x == 0)
    r[j] = dot;
  const float part = dot;
  for (long i = threadIdx.x; i < m; i += blockDim.x)
    v[j * m + i] -= part * q[i];
}

extern "C" void orthogonalise(int n, int m, int k, const float *q, float *v, float *r) {
  static Shape shape;
  const double vectors = n - k - 1;
  if (vectors < 1)
    return;
  Call call(shape);
  const float *direction = call.in(q, m);
  float *all = call.inOut(v, (size_t)n * m), *dots = call.inOut(r, n);
  call.run({8 * vectors * m + 4. * m, 4 * vectors * m}, [&](unsigned threads) {
    orthogonaliseOne<<<unsigned(vectors), threads>>>(n, m, k, direction, all, dots);
  });
}
