// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of transpose.c: tiles of 32 x 32 through shared memory; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

/* A has `columns` rows of `width` elements. */
__global__ void transposeTiles(int width, int columns, const double *a, double *b) {
  __shared__ double tile[32][33];
  const long left = blockIdx.x * 32L, top = blockIdx.y * 32L;
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    if (top + y < columns && left + threadIdx.x < width)
      tile[y][threadIdx.x] = a[(top + y) * width + left + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    if (left + y < width && top + threadIdx.x < columns)
      b[(left + y) * columns + top + threadIdx.x] = tile[threadIdx.x][y];
}

extern "C" void transpose(int bands, int columns, const double *a, double *b) {
  static Shape shape;
  const int width = 16 * bands;
  const size_t count = (size_t)width * columns;
  Call call(shape);
  const double *from = call.in(a, count);
  double *to = call.out(b, count);
  call.run({16. * count}, [&](unsigned threads) {
    transposeTiles<<<dim3(quotient(width, 32), quotient(columns, 32)), dim3(32, threads / 32)>>>(width, columns, from, to);
  });
}
