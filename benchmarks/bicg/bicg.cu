// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of bicg.c; see common/handwritten.cuh.
#include "../common/vectors.cuh"

extern "C" void leftProduct(int nx, int ny, const float *a, const float *r, float *s) {
  static handwritten::Shape shape;
  handwritten::transposedTimesVector(shape, nx, ny, a, r, s, false);
}

extern "C" void rightProduct(int nx, int ny, const float *a, const float *p, float *q) {
  static handwritten::Shape shape;
  handwritten::timesVector(shape, nx, ny, a, p, q, false);
}
