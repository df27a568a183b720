// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of mvt.c; see common/handwritten.cuh.
#include "../common/vectors.cuh"

extern "C" void addProduct(int n, const float *a, const float *y, float *x) {
  static handwritten::Shape shape;
  handwritten::timesVector(shape, n, n, a, y, x, true);
}

extern "C" void addTransposedProduct(int n, const float *a, const float *y, float *x) {
  static handwritten::Shape shape;
  handwritten::transposedTimesVector(shape, n, n, a, y, x, true);
}
