// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written products of a matrix, or its transpose, and a vector, for atax, bicg and mvt: y = A x with a warp for each
// row, y += A' x with a thread for each column of a slice of rows.
#ifndef VECTORS_CUH
#define VECTORS_CUH

#include "handwritten.cuh"

namespace handwritten {

/// y = start + A x, where start may be null.
__global__ void rowProducts(int rows, int columns, const float *a, const float *x, const float *start, float *y) {
  const long i = thread() / 32, lane = threadIdx.x % 32;
  if (i >= rows)
    return;
  float sum = 0;
  for (long j = lane; j < columns; j += 32)
    sum += a[i * columns + j] * x[j];
  sum = warpSum(sum);
  if (lane == 0)
    y[i] = (start ? start[i] : 0) + sum;
}

constexpr int Slice = 64;

__global__ void columnProducts(int rows, int columns, const float *a, const float *x, float *y) {
  const long j = thread();
  const int first = blockIdx.y * Slice, last = min(first + Slice, rows);
  if (j >= columns)
    return;
  float sum = 0;
  for (long i = first; i < last; i++)
    sum += a[i * columns + j] * x[i];
  atomicAdd(&y[j], sum);
}

inline Work productWork(int rows, int columns) {
  return {4. * rows * columns + 4. * rows + 4. * columns, 2. * rows * columns};
}

inline void timesVector(Shape &shape, int rows, int columns, const float *a, const float *x, float *y, bool adds) {
  Call call(shape);
  const float *matrix = call.in(a, (size_t)rows * columns), *vector = call.in(x, columns);
  float *result = adds ? call.inOut(y, rows) : call.out(y, rows);
  call.run(productWork(rows, columns), [&](unsigned threads) {
    rowProducts<<<quotient(32L * rows, threads), threads>>>(rows, columns, matrix, vector, adds ? result : nullptr, result);
  });
}

inline void transposedTimesVector(Shape &shape, int rows, int columns, const float *a, const float *x, float *y,
                                  bool adds) {
  Call call(shape);
  const float *matrix = call.in(a, (size_t)rows * columns), *vector = call.in(x, rows);
  float *result = adds ? call.inOut(y, columns) : call.out(y, columns);
  call.run(productWork(rows, columns), [&](unsigned threads) {
    if (!adds)
      cudaMemsetAsync(result, 0, columns * sizeof(float));
    columnProducts<<<dim3(quotient(columns, threads), quotient(rows, Slice)), threads>>>(rows, columns, matrix, vector,
                                                                                       result);
  });
}

} // namespace handwritten

#endif
