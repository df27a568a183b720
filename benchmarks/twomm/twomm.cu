// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of twomm.c; see common/handwritten.cuh.
#include "../common/products.cuh"

extern "C" void multiply(int n, const float *a, const float *b, float *c) {
  static handwritten::Shape shape;
  handwritten::multiply<false>(shape, n, 1, 0, a, b, c);
}
