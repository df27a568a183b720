// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Member functions compute pointers into an object's untyped memory: `image.row(y)`, or through objects for a part of
// it, `tensor.channel(q).row(y)`, whose destructors would free memory that they own. Device code contains the address
// computation instead. Functions with other effects, and objects that the loop changes, keep the loop on the cores.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/tensor.h"
#include <cstddef>
#include <cstdio>
#include <cstdlib>

static int handedOut;
static inline size_t rounded(size_t n, int by) { return (n + by - 1) & -by; }

class Tensor {
public:
  Tensor() = default;
  Tensor(int w, int h, void *data, size_t size) : data(data), owners(nullptr), size(size), w(w), h(h), c(1) {
    step = rounded(w * h * size, 16) / size;
  }
  Tensor(const Tensor &t)
      : data(t.data), owners(t.owners), size(t.size), w(t.w), h(t.h), c(t.c), step(t.step) {
    if (owners)
      __sync_fetch_and_add(owners, 1);
  }
  Tensor &operator=(const Tensor &) = delete;
  ~Tensor() { release(); }
  void release() {
    if (owners && __sync_fetch_and_add(owners, -1) == 1) {
      std::free(data);
      delete owners;
    }
    data = nullptr;
    owners = nullptr;
    w = h = c = 0;
  }
  void create(int width, int height, int channels, size_t bytes = 4) {
    w = width, h = height, c = channels, size = bytes;
    step = rounded(w * h * size, 16) / size;
    data = std::calloc(step * c + 1, size);
    owners = new int(1);
  }
  Tensor channel(int q) {
    Tensor t(w, h, (unsigned char *)data + step * q * size, size);
    if (c == 4)
      t.step = size_t(w) * h, t.c = int(t.all());
    return t;
  }
  const Tensor channel(int q) const {
    Tensor t(w, h, (unsigned char *)data + step * q * size, size);
    return t;
  }
  size_t all() const { return step * c; }
  Tensor counted(int q) {
    ++handedOut;
    return channel(q);
  }
  float *row(int y) { return (float *)((unsigned char *)data + size_t(w) * y * size); }
  const float *row(int y) const { return (const float *)((unsigned char *)data + size_t(w) * y * size); }
  template <typename T> T *as(int q) { return (T *)((unsigned char *)data + step * q * size); }
  float *widened(int y) { // changes a member, which keeps a loop on the cores
    w += 1;
    return row(y);
  }
  template <typename T> operator T *() { return (T *)data; }
  template <typename T> operator const T *() const { return (const T *)data; }
  float *line(unsigned y) { return (float *)((unsigned char *)data + (unsigned)w * y * 4u); } // the unsigned product wraps around

  void *data = nullptr;
  int *owners = nullptr;
  size_t size = 0;
  int w = 0, h = 0, c = 0;
  size_t step = 0;
};

struct Layer {
  Tensor weights;
  void apply(const Tensor &in, Tensor &out) const;
};

// CHECK: views-of-objects.cpp: 11 of 14 loops split
static void scale(Tensor &t, int n) {
#pragma omp parallel for
  for (int q = 0; q < t.c; q++) {
    float *p = t.channel(q);
    for (int i = 0; i < n; i++)
      p[i] = p[i] * 2 + q;
  }
}

static void add(const Tensor &a, Tensor &b, int times) {
  const int n = a.w * a.h;
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const float *p = a.channel(q);
    float *o = b.channel(q);
    for (int i = 0; i < n; i++)
      o[i] += p[i] * times;
  }
}

static void rows(const Tensor &a, Tensor &b) {
#pragma omp parallel for
  for (int y = 1; y < a.h - 1; y++) {
    const float *p = a.row(y), *before = a.row(y - 1);
    float *o = b.row(y);
    for (int i = 0; i < a.w; i++)
      o[i] += p[i] * 3 - before[i];
  }
}

static void walk(const Tensor &a, Tensor &b) { // by pointers that move: the whole array counts as used
  const int n = a.w * a.h;
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const float *p = a.channel(q);
    float *o = b.channel(q);
    for (int i = 0; i < n; i++)
      *o++ += *p++ / 2;
  }
}

static void nested(const Tensor &a, Tensor &b) {
#pragma omp parallel for
  for (int q = 0; q < a.c; q++)
    for (int y = 0; y < a.h; y++) {
      const float *p = a.channel(q).row(y);
      float *o = b.channel(q).row(y) + 1;
      for (int i = 1; i < a.w; i++)
        o[i - 1] -= p[i] * 0.5f;
      b.channel(q).row(y)[0] += a.channel(q).row(y)[a.w - 1];
    }
}

void Layer::apply(const Tensor &in, Tensor &out) const { // weights is a member of `this`
#pragma omp parallel for
  for (int y = 0; y < in.h; y++) {
    const float *w = weights.row(y), *from = in.row(y);
    float *to = out.row(y);
    for (int i = 0; i < in.w; i++)
      to[i] = to[i] + w[i] * from[i];
  }
}

static void bytes(Tensor &t) { // elements of another size: the distance of rows in bytes is the same
#pragma omp parallel for
  for (int q = 0; q < t.c; q++) {
    short *p = t.as<short>(q);
    for (int i = 0; i < t.w * t.h; i++)
      p[i] = short(p[i] + q * i);
  }
}

static void overlapping(Tensor &a, Tensor &b) { // both parameters may mean one memory, which the runtime finds out
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const float *p = a.channel(q);
    float *o = b.channel(q);
    o[0] = p[0] + 1;
    o[1] = p[1] + q;
  }
}

static void nothing(Tensor &t) { // the memory is null, and no iteration uses it
#pragma omp parallel for
  for (int q = 0; q < t.c; q++) {
    float *p = t.channel(q);
    p[0] = 1;
  }
}

static void pointed(Tensor *t) { // an object behind a pointer
#pragma omp parallel for
  for (int q = 0; q < t->c; q++) {
    float *p = t->channel(q);
    p[2] += q;
  }
}

static void whole(Tensor &t) {
  const int n = int(t.step) * t.c;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float *p = t;
    p[i] += 1;
  }
}

// CHECK-DAG: views-of-objects.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void counting(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    float *p = t.counted(q);
    p[3] += 1;
  }
}

// CHECK-DAG: views-of-objects.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void widens(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.h; q++) {
    float *p = t.widened(0);
    p[q] += 1;
    t.w -= 1;
  }
}

// CHECK-DAG: views-of-objects.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void changes(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < 2; q++) {
    float *p = t.channel(q);
    p[4] += 1;
    t.step += 2;
  }
  t.step -= 4;
}

int main() {
  Tensor a, b, narrow, none;
  a.create(37, 11, 20), b.create(37, 11, 20), narrow.create(9, 7, 13, 2);
  fill(a, 17), fill(b, 13);
  Layer layer;
  layer.weights.create(37, 11, 1);
  for (int i = 0; i < 37 * 11; i++)
    ((float *)layer.weights.data)[i] = float(i % 5);
  scale(a, 37 * 11);
  add(a, b, 2);
  rows(a, b);
  walk(a, b);
  nested(a, b);
  layer.apply(a, b);
  bytes(narrow);
  overlapping(a, a);
  nothing(none);
  pointed(&b);
  whole(b);
  counting(b);
  widens(b);
  changes(b);
  long shorts = 0;
  for (size_t i = 0; i < narrow.step * narrow.c; i++)
    shorts += ((short *)narrow.data)[i] * long(i % 7);
  std::printf("%.0f %.0f %ld %d\n", sum(a), sum(b), shorts, handedOut);
}
