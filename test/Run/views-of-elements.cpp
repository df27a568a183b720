// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements by an object's operators, where the object's memory is untyped: `bias[q]`, `t(y, x) = 0`. Device code
// accesses the elements directly. Loops stay on the cores if operators do more, throw or are virtual, if memory is used
// as several types, or if the loop changes the object.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/tensor.h"
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
static int calls;
class Tensor {
public:
  Tensor() = default;
  ~Tensor() { std::free(data); }
  void create(int width, int height, int channels, size_t bytes = 4) {
    std::free(data);
    w = width, h = height, c = channels, size = bytes;
    step = size_t(w) * h;
    data = std::calloc(step * c + 1, size);
  }
  float &operator[](size_t i) { return ((float *)data)[i]; }
  const float &operator[](size_t i) const { return ((const float *)data)[i]; }
  float &operator()(int y, int x) { return ((float *)((char *)data + size_t(w) * y * size))[x]; }
  const float &operator()(int y, int x) const {
    return *((const float *)((const char *)data + size_t(w) * y * size) + x);
  }
  float &checked(int i) {
    if (i < 0 || size_t(i) >= step * c)
      throw std::out_of_range("index");
    return ((float *)data)[i];
  }
  float &counted(int i) {
    ++calls;
    return (*this)[i];
  }
  float &first(int) { return ((float *)data)[0]; }
  short &small(int i) { return ((short *)data)[i]; }
  virtual float &over(int i) { return ((float *)data)[i]; }
  template <typename T> T &as(int i) const { return *((T *)((char *)data + i * size)); }
  void *data = nullptr;
  size_t size = 0;
  int w = 0, h = 0, c = 0;
  size_t step = 0;
};
// CHECK: views-of-elements.cpp: 10 of 18 loops split
struct Layer {
  Tensor bias, slope;
  int n;
  void apply(Tensor &t) const;
  void steps(Tensor &t, Tensor &hidden);
};

void Layer::apply(Tensor &t) const {
#pragma omp parallel for
  for (int q = 0; q < n; q++) {
    float s = n > 1 ? slope[q] : slope[0];
    float b = bias[q];
    t[q] = t[q] * s + b;
  }
}
void Layer::steps(Tensor &t, Tensor &hidden) {
#pragma omp parallel for
  for (int q = 0; q < n; q++) {
    float sum = 0;
    for (int i = 0; i < t.w; i++)
      sum += t(q, i) * bias[q];
    hidden[q] = sum;
  }
}
static void plus(Tensor &t, const Tensor &b) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++)
    for (int x = 0; x < t.w; x++) {
      float &e = t(y, x);
      const float &f = b(y, x);
      e += f;
      e *= 2;
    }
}
static void unsign(Tensor &t, unsigned n) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    t[i] += 1;
}
static void address(Tensor &t, const Tensor &b) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++) {
    float *p = &t[y * t.w];
    const float *o = &b(y, 1);
    for (int x = 0; x + 1 < t.w; x++)
      p[x] += o[x];
  }
}
static void bytes(Tensor &t) {
#pragma omp parallel for
  for (int y = 0; y < t.h * t.w; y++)
    t.as<short>(y) += y;
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void atomics(Tensor &t) {
#pragma omp parallel for
  for (int y = 0; y < t.h * t.w; y++) {
#pragma omp atomic
    t[y % 3] += 1;
  }
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void at(Tensor &t) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++)
    t.checked(y) += 1;
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void count(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < t.h; y++)
    t.counted(y) += 1;
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void effects(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < t.h; y++) {
    int k = y;
    float f = t.first(k++);
    t[k] += f;
  }
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void twotypes(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < t.h; y++) {
    t[y] += 1;
    t.small(2 * y) = 3;
  }
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void virtuals(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < t.h; y++) {
    t.over(y) += 1;
  }
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void recreated(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < 1; y++) {
    t.create(t.w, t.h, t.c);
    t[y] = 4;
  }
}
// CHECK-DAG: views-of-elements.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void widened(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int y = 0; y < 3; y++) {
    t(y, 0) = 4;
    t.w -= 1;
  }
  t.w += 3;
}
static void consts(const Tensor &t) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++)
    const_cast<float &>(t[y]) += 7;
}
static void wrapped(Tensor &t, unsigned n) {
#pragma omp parallel for
  for (unsigned y = 0; y < n; y++)
    t[y - 1 + 1] += 7;
}
static void none(Tensor &t) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++)
    t[y] = 1;
}
static void swapped(Tensor &t, Tensor &s) {
#pragma omp parallel for
  for (int y = 0; y < t.h; y++) {
    float a = t[y];
    t[y] = s[y];
    s[y] = a;
  }
}
int main() {
  Tensor a, b, narrow, nothing;
  Layer l;
  a.create(37, 11, 20), b.create(37, 11, 20), narrow.create(9, 7, 13, 2);
  l.bias.create(99, 1, 1), l.slope.create(99, 1, 1), l.n = 11;
  fill(a, 17), fill(b, 13);
  for (size_t i = 0; i < 99; i++)
    l.bias[i] = float(i % 3), l.slope[i] = float(i % 5);
  l.apply(a);
  printf("%.0f\n", sum(a));
  l.steps(a, b);
  printf("%.0f\n", sum(b));
  plus(a, b);
  printf("%.0f\n", sum(a));
  unsign(a, 55);
  printf("%.0f\n", sum(a));
  address(a, b);
  printf("%.0f\n", sum(a));
  bytes(narrow);
  atomics(a);
  printf("%.0f\n", sum(a));
  at(a);
  count(a);
  effects(a);
  twotypes(a);
  virtuals(a);
  printf("%.0f\n", sum(a));
  recreated(b);
  widened(a);
  consts(a);
  wrapped(a, 33);
  none(nothing);
  swapped(a, b);
  swapped(a, a);
  long shorts = 0;
  for (size_t i = 0; i < narrow.step * narrow.c; i++)
    shorts += ((short *)narrow.data)[i] * long(i % 7);
  printf("%.0f %.0f %ld %d\n", sum(a), sum(b), shorts, calls);
}
