// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of threedconv.c: a thread for each point; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void convolvePoint(int ni, int nj, int nk, const float *a, float *b) {
  const int plane = nj * nk, k = column() + 1, j = row() + 1, i = blockIdx.z + 1;
  if (j >= nj - 1 || k >= nk - 1)
    return;
  b[i * plane + j * nk + k] =
      2 * a[(i - 1) * plane + (j - 1) * nk + k - 1] + 4 * a[(i + 1) * plane + (j - 1) * nk + k - 1] +
      5 * a[(i - 1) * plane + j * nk + k - 1] + 7 * a[(i + 1) * plane + j * nk + k - 1] -
      8 * a[(i - 1) * plane + (j + 1) * nk + k - 1] + 10 * a[(i + 1) * plane + (j + 1) * nk + k - 1] -
      3 * a[i * plane + (j - 1) * nk + k] + 6 * a[i * plane + j * nk + k] - 9 * a[i * plane + (j + 1) * nk + k] +
      2 * a[(i - 1) * plane + (j - 1) * nk + k + 1] + 4 * a[(i + 1) * plane + (j - 1) * nk + k + 1] +
      5 * a[(i - 1) * plane + j * nk + k + 1] + 7 * a[(i + 1) * plane + j * nk + k + 1] -
      8 * a[(i - 1) * plane + (j + 1) * nk + k + 1] + 10 * a[(i + 1) * plane + (j + 1) * nk + k + 1];
}

extern "C" void convolve(int ni, int nj, int nk, const float *a, float *b) {
  static Shape shape;
  const size_t count = (size_t)ni * nj * nk;
  Call call(shape);
  const float *from = call.in(a, count);
  float *to = call.inOut(b, count);
  call.run({8. * count, 29. * count}, [&](unsigned threads) {
    const Plane plane(threads, nk - 2, nj - 2);
    convolvePoint<<<dim3(plane.grid.x, plane.grid.y, ni - 2), plane.block>>>(ni, nj, nk, from, to);
  });
}
