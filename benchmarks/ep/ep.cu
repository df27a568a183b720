// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of ep.c: a thread for each batch; see common/handwritten.cuh.
#include "../common/handwritten.cuh"
#include "../common/npb.h"

using namespace handwritten;

static constexpr int batch = 4096, rings = 10;
static constexpr uint64_t seed = 271828183;

__device__ double randomNumber(uint64_t &state) {
  state = state * 1220703125u & ((UINT64_C(1) << 46) - 1);
  return double(state) * 0x1p-46;
}

__device__ uint64_t skip(uint64_t state, uint64_t count) {
  for (uint64_t factor = 1220703125u; count; count /= 2) {
    if (count % 2)
      state = state * factor & ((UINT64_C(1) << 46) - 1);
    factor = factor * factor & ((UINT64_C(1) << 46) - 1);
  }
  return state;
}

/* Counts of a thread lie beside those of its neighbours in shared memory. */
__global__ void drawBatch(int batches, int *count, double *totalX, double *totalY) {
  extern __shared__ int counts[];
  const long i = thread();
  double x = 0, y = 0;
  if (i < batches) {
    uint64_t state = skip(seed, 2 * (uint64_t)batch * i);
    for (int l = 0; l < rings; l++)
      counts[l * blockDim.x + threadIdx.x] = 0;
    for (int k = 0; k < batch; k++) {
      const double a = 2 * randomNumber(state) - 1, b = 2 * randomNumber(state) - 1, square = a * a + b * b;
      if (square > 1)
        continue;
      const double factor = sqrt(-2 * log(square) / square), gaussX = a * factor, gaussY = b * factor;
      counts[int(fmax(fabs(gaussX), fabs(gaussY))) * blockDim.x + threadIdx.x]++;
      x += gaussX, y += gaussY;
    }
    for (int l = 0; l < rings; l++)
      count[i * rings + l] = counts[l * blockDim.x + threadIdx.x];
  }
  addToSum(x, totalX);
  __syncthreads();
  addToSum(y, totalY);
}

extern "C" void drawBatches(int batches, int (*count)[rings], double *totalX, double *totalY) {
  static Shape shape;
  Call call(shape);
  int *counts = call.out(&count[0][0], (size_t)batches * rings);
  double *x = call.sum(totalX), *y = call.sum(totalY);
  call.run({4. * batches * rings, 0, 30. * batches * batch}, [&](unsigned threads) {
    drawBatch<<<quotient(batches, threads), threads, threads * rings * sizeof(int)>>>(batches, counts, x, y);
  });
}
