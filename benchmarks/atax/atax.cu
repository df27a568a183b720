// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of atax.c; see common/handwritten.cuh.
#include "../common/vectors.cuh"

extern "C" void timesVector(int nx, int ny, const float *a, const float *x, float *tmp) {
  static handwritten::Shape shape;
  handwritten::timesVector(shape, nx, ny, a, x, tmp, false);
}

extern "C" void transposedTimesVector(int nx, int ny, const float *a, const float *tmp, float *y) {
  static handwritten::Shape shape;
  handwritten::transposedTimesVector(shape, nx, ny, a, tmp, y, false);
}
