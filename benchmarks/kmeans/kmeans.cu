// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of kmeans.c: a thread for each point, points by way of shared memory; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

#include <cfloat>

using namespace handwritten;

/* Rows of d numbers come to shared memory side by side, with one number more, so that threads read different banks. */
__global__ void assignPoint(int n, int d, int k, const float *points, const float *__restrict__ centres, int *assigned,
                            unsigned long long *changed) {
  extern __shared__ float own[];
  const long first = blockIdx.x * (long)blockDim.x, count = min((long)blockDim.x, n - first);
  for (long e = threadIdx.x; e < count * d; e += blockDim.x)
    own[e / d * (d | 1) + e % d] = points[first * d + e];
  __syncthreads();
  unsigned long long moved = 0;
  if (threadIdx.x < count) {
    const float *point = own + threadIdx.x * (d | 1);
    int nearest = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; c++) {
      float distance = 0;
      for (int j = 0; j < d; j++) {
        const float difference = point[j] - centres[c * d + j];
        distance += difference * difference;
      }
      if (distance < least)
        least = distance, nearest = c;
    }
    moved = nearest != assigned[first + threadIdx.x];
    assigned[first + threadIdx.x] = nearest;
  }
  addToSum(moved, changed);
}

extern "C" long assignPoints(int n, int d, int k, const float *points, const float *centres, int *assigned) {
  static Shape shape;
  unsigned long long changed;
  {
    Call call(shape);
    const float *from = call.in(points, (size_t)n * d), *middles = call.in(centres, (size_t)k * d);
    int *nearest = call.inOut(assigned, n);
    unsigned long long *sum = call.sum(&changed);
    call.run({4. * n * d + 8. * n, 3. * n * d * k}, [&](unsigned threads) {
      assignPoint<<<quotient(n, threads), threads, threads * (d | 1) * sizeof(float)>>>(n, d, k, from, middles, nearest,
                                                                                       sum);
    });
  }
  return long(changed);
}
