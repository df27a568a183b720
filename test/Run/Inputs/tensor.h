// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the tensors of the tests of views, and computes a sum of them. Each test has its own tensor class, because the
// test is about what the class's members can do.
#ifndef TENSOR_H
#define TENSOR_H

#include <cstddef>

template <typename Tensor> static void fill(Tensor &t, int values) {
  for (std::size_t i = 0; i < t.step * t.c; i++)
    ((float *)t.data)[i] = float(int(i % std::size_t(values)));
}

template <typename Tensor> static double sum(const Tensor &t) {
  double s = 0;
  for (std::size_t i = 0; i < t.step * t.c; i++)
    s += ((const float *)t.data)[i] * double(i % 101);
  return s;
}

#endif
