// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written products of square matrices. C = beta C + alpha A B with a thread for each element and no tiles, for gemm,
// twomm and threemm; and sums over products of rows, for syrk and syr2k, where a block keeps tiles of both in its shared
// memory, since neighbouring threads would read neighbouring rows.
#ifndef PRODUCTS_CUH
#define PRODUCTS_CUH

#include "handwritten.cuh"

namespace handwritten {

template <bool Updates>
__global__ void productOfMatrices(int n, float alpha, float beta, const float *a, const float *b, float *c) {
  const long i = row(), j = column();
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (long k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = Updates ? beta * c[i * n + j] + alpha * sum : sum;
}

inline Work multiplyWork(int n, bool updates) { return {4. * n * n * (updates ? 4 : 3), 2. * n * n * n}; }

template <bool Updates>
void multiply(Shape &shape, int n, float alpha, float beta, const float *a, const float *b, float *c) {
  const size_t count = (size_t)n * n;
  Call call(shape);
  const float *left = call.in(a, count), *right = call.in(b, count);
  float *result = Updates ? call.inOut(c, count) : call.out(c, count);
  call.run(multiplyWork(n, Updates), [&](unsigned threads) {
    const Plane plane(threads, n, n);
    productOfMatrices<Updates><<<plane.grid, plane.block>>>(n, alpha, beta, left, right, result);
  });
}

/// C = beta C + alpha (A B' + B A'), or with one matrix alpha A A'. A block of 32 x Rows threads makes 32 x 32 elements.
template <bool Two, int Rows>
__global__ void __launch_bounds__(32 * Rows) rankUpdate(int n, float alpha, float beta, const float *a, const float *b, float *c) {
  constexpr int Tile = 32, Each = Tile / Rows;
  __shared__ float aRows[Tile][Tile + 1], aColumns[Tile][Tile + 1];
  __shared__ float bRows[Two ? Tile : 1][Tile + 1], bColumns[Two ? Tile : 1][Tile + 1];
  const long left = blockIdx.y * Tile, top = blockIdx.x * Tile;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum[Each] = {};
  auto element = [&](const float *matrix, long i, long k) { return i < n && k < n ? matrix[i * n + k] : 0; };
  for (long first = 0; first < n; first += Tile) {
    for (int i = y; i < Tile; i += Rows) {
      aRows[i][x] = element(a, left + i, first + x), aColumns[i][x] = element(a, top + i, first + x);
      if (Two)
        bRows[i][x] = element(b, left + i, first + x), bColumns[i][x] = element(b, top + i, first + x);
    }
    __syncthreads();
    for (int k = 0; k < Tile; k++)
      for (int e = 0; e < Each; e++) {
        const int i = y + e * Rows;
        sum[e] += Two ? aRows[i][k] * bColumns[x][k] + bRows[i][k] * aColumns[x][k] : aRows[i][k] * aColumns[x][k];
      }
    __syncthreads();
  }
  for (int e = 0; e < Each; e++) {
    const long i = left + y + e * Rows, j = top + x;
    if (i < n && j < n)
      c[i * n + j] = beta * c[i * n + j] + alpha * sum[e];
  }
}

template <bool Two> void updateByRank(Shape &shape, int n, float alpha, float beta, const float *a, const float *b, float *c) {
  const size_t count = (size_t)n * n;
  Call call(shape);
  const float *left = call.in(a, count), *right = Two ? call.in(b, count) : nullptr;
  float *result = call.inOut(c, count);
  const dim3 grid(quotient(n, 32), quotient(n, 32));
  call.run({4. * n * n * (Two ? 4 : 3), (Two ? 4. : 2.) * n * n * n}, [&](unsigned threads) {
    auto launch = [&](auto kernel) { kernel<<<grid, dim3(32, threads / 32)>>>(n, alpha, beta, left, right, result); };
    switch (threads / 32) {
    case 1: return launch(rankUpdate<Two, 1>);
    case 2: return launch(rankUpdate<Two, 2>);
    case 4: return launch(rankUpdate<Two, 4>);
    case 8: return launch(rankUpdate<Two, 8>);
    case 16: return launch(rankUpdate<Two, 16>);
    default: return launch(rankUpdate<Two, 32>);
    }
  });
}

} // namespace handwritten

#endif
