// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of twodconv.c: a thread for each point; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void convolvePoint(int ni, int nj, const float *a, float *b) {
  const int i = row() + 1, j = column() + 1;
  if (i >= ni - 1 || j >= nj - 1)
    return;
  b[i * nj + j] = 0.2f * a[(i - 1) * nj + j - 1] + 0.5f * a[(i - 1) * nj + j] - 0.8f * a[(i - 1) * nj + j + 1] -
                  0.3f * a[i * nj + j - 1] + 0.6f * a[i * nj + j] - 0.9f * a[i * nj + j + 1] +
                  0.4f * a[(i + 1) * nj + j - 1] + 0.7f * a[(i + 1) * nj + j] + 0.1f * a[(i + 1) * nj + j + 1];
}

extern "C" void convolve(int ni, int nj, const float *a, float *b) {
  static Shape shape;
  const size_t count = (size_t)ni * nj;
  Call call(shape);
  const float *from = call.in(a, count);
  float *to = call.inOut(b, count);
  call.run({8. * count, 17. * count}, [&](unsigned threads) {
    const Plane plane(threads, nj - 2, ni - 2);
    convolvePoint<<<plane.grid, plane.block>>>(ni, nj, from, to);
  });
}
