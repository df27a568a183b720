// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of views have their tensors filled with, and print of them. Each has a class of its own, since what a
// class can do is what the test is about.
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
