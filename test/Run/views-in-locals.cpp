// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body declares objects for parts of another object, `const Tensor m = t.channel(q);`, whose destructors would free
// memory if they owned it. If the body only uses their elements and pointers into their memory, and they are not
// changed, device code has neither the objects nor their destructors.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/tensor.h"
#include <cstddef>
#include <cstdio>
#include <cstdlib>

static int made;
static inline size_t rounded(size_t n, int by) { return (n + by - 1) & -by; }

class Tensor {
public:
  Tensor() = default;
  Tensor(int w, int h, void *data, size_t size) : data(data), owners(nullptr), size(size), w(w), h(h), c(1) {
    step = rounded(w * h * size, 16) / size;
  }
  Tensor(const Tensor &t) : data(t.data), owners(t.owners), size(t.size), w(t.w), h(t.h), c(t.c), step(t.step) {
    if (owners)
      __sync_fetch_and_add(owners, 1);
  }
  Tensor &operator=(const Tensor &t) {
    if (t.owners)
      __sync_fetch_and_add(t.owners, 1);
    release();
    data = t.data, owners = t.owners, size = t.size, w = t.w, h = t.h, c = t.c, step = t.step;
    return *this;
  }
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
    release();
    w = width, h = height, c = channels, size = bytes;
    step = rounded(w * h * size, 16) / size;
    data = std::calloc(step * c + 1, size);
    owners = new int(1);
  }
  Tensor channel(int q) { return Tensor(w, h, (unsigned char *)data + step * q * size, size); }
  const Tensor channel(int q) const {
    Tensor t(w, h, (unsigned char *)data + step * q * size, size);
    return t;
  }
  const Tensor rows(const int &from, int n) const {
    return Tensor(w, n, (unsigned char *)data + size_t(w) * from * size, size);
  }
  Tensor rows(const int &from, int n) { return Tensor(w, n, (unsigned char *)data + size_t(w) * from * size, size); }
  Tensor noted(int q) {
    ++made;
    return channel(q);
  }
  float *row(int y) { return (float *)((unsigned char *)data + size_t(w) * y * size); }
  const float *row(int y) const { return (const float *)((unsigned char *)data + size_t(w) * y * size); }
  template <typename T> T *as() { return (T *)data; }
  float *next() { // moves the view
    float *p = (float *)data;
    data = p + 1;
    return p;
  }
  template <typename T> operator T *() { return (T *)data; }
  template <typename T> operator const T *() const { return (const T *)data; }
  float &operator[](size_t i) { return ((float *)data)[i]; }
  const float &operator[](size_t i) const { return ((const float *)data)[i]; }

  void *data = nullptr;
  int *owners = nullptr;
  size_t size = 0;
  int w = 0, h = 0, c = 0;
  size_t step = 0;
};

// CHECK: views-in-locals.cpp: 8 of 22 loops split
struct Layer {
  Tensor weights;
  int first;
  void apply(const Tensor &in, Tensor &out) const;
};

static void elements(const Tensor &a, Tensor &b) {
  const int n = a.w * a.h;
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const Tensor m = a.channel(q);
    Tensor o = b.channel(q);
    for (int i = 0; i < n; i++)
      o[i] = m[i] * 2 + o[i];
  }
}

static void rows(const Tensor &a, Tensor &b) {
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const Tensor m = a.channel(q);
    Tensor o = b.channel(q);
    for (int y = 0; y < a.h; y++) {
      const float *p = m.row(y), *first = m;
      float *to = o.row(y);
      for (int i = 0; i < a.w; i++)
        to[i] += p[i] - first[0];
    }
  }
}

static void ofViews(const Tensor &a, Tensor &b) { // parts of parts, in a loop, bound to a reference, and with a hidden name
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const Tensor &m = a.channel(q);
    Tensor o = b.channel(q);
    for (int y = 0; y + 2 <= a.h; y++) {
      const Tensor two = m.rows(y, 2);
      Tensor to = o.rows(y, 1);
      {
        const int q = 1, y = 0;
        const float *p = two.row(q);
        const Tensor m = two.rows(y, 1);
        to[0] += p[0] + m[1] + two[2];
      }
      to.row(0)[1] += 1;
    }
  }
}

void Layer::apply(const Tensor &in, Tensor &out) const { // weights is a member of `this`
#pragma omp parallel for
  for (int q = first; q < in.c; q++) {
    const Tensor k = weights.channel(q - first);
    const Tensor m = in.channel(q);
    Tensor o = out.channel(q + 0 * first);
    for (int i = 0; i < 7; i++)
      o[i] = m[i] + k[i % 3];
  }
}

static void bytes(Tensor &t) {
#pragma omp parallel for
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    short *p = m;
    for (int i = 0; i < t.w * t.h; i++)
      p[i] = short(p[i] + q * i);
  }
}

static void overlapping(Tensor &a, Tensor &b) { // both parameters may mean one memory
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const Tensor m = a.channel(q);
    Tensor o = b.channel(q);
    o[0] = m[0] + 1;
    o[1] = m[1] + q;
  }
}

static void rowsOverlap(const Tensor &a, Tensor &b) { // reads rows that other iterations read too
#pragma omp parallel for
  for (int y = 1; y < a.h - 1; y++) {
    const Tensor m = a.rows(y - 1, 3);
    Tensor o = b.rows(y, 1);
    for (int i = 0; i < a.w; i++)
      o[i] = m[i] + m[i + a.w] + m[i + 2 * a.w];
  }
}

static void nothing(Tensor &t) {
#pragma omp parallel for
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    m[0] = 1;
  }
}

static void conditional(const Tensor &a, Tensor &b) {
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    const Tensor m = a.channel(q);
    Tensor o = b.channel(q);
    if (m[5 + q % 7] > 9)
      o[5] = m[4];
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void changing(const Tensor &a, Tensor &b) { // k has another value where the view is used
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < a.c; q++) {
    int k = q;
    const Tensor m = a.channel(k);
    Tensor o = b.channel(q);
    k = 0;
    o[k] += m[1];
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void atomically(Tensor &t, const Tensor &a) {
#pragma omp parallel for
  for (int q = 0; q < a.c; q++) {
    Tensor m = t.channel(0);
#pragma omp atomic
    m[q % 3] += 1;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void captured(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    auto add = [&m](int i) { m[i] += 1; };
    add(q);
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void differently(Tensor &t) { // accessed as elements of several types
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    m[0] += 1;
    m.as<short>()[5] = 3;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void asked(const Tensor &a, Tensor &b) { // other uses than as a view
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < a.c; q++) {
    const Tensor m = a.channel(q);
    for (int i = 0; i < m.w; i++)
      b[i] += m[i];
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void moving(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    float *p = m.next();
    float *o = m.next();
    *o = *p + 1;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void owning(Tensor &t) { // a copy that counts as an owner
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t;
    m[q] += 1;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void creating(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    m.create(3, 1, 1);
    m[0] = 5;
    t[q] += m[0];
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void assigning(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 1; q < t.c; q++) {
    Tensor m = t.channel(q);
    m = t.channel(0);
    m[q] += 1;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void releasing(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.channel(q);
    float *p = m;
    m.release();
    p[3] += m.data ? 1 : 2;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void noting(Tensor &t) {
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    Tensor m = t.noted(q);
    m[0] += 1;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void recreated(Tensor &t) { // the loop changes the object t
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < 1; q++) {
    Tensor m = t.channel(q);
    t.step += 4;
    Tensor o = t.channel(1);
    m[0] += o[0];
    t.step -= 4;
  }
}

// CHECK-DAG: views-in-locals.cpp:[[#@LINE+2]]: 'omp parallel for' is not split
static void temporary(Tensor &t) { // a view of a temporary that owns memory
#pragma omp parallel for num_threads(1)
  for (int q = 0; q < t.c; q++) {
    const Tensor m = Tensor(t).channel(q);
    t[q] += m[0];
  }
}

int main() {
  Tensor a, b, narrow, none;
  a.create(37, 11, 20), b.create(37, 11, 20), narrow.create(9, 7, 13, 2);
  fill(a, 17), fill(b, 13);
  Layer layer;
  layer.first = 3;
  layer.weights.create(5, 1, 17);
  for (int i = 0; i < 80; i++)
    layer.weights[i] = float(i % 5);
  auto Print = [&](const char *Name) { std::printf("%s %.0f %.0f\n", Name, sum(a), sum(b)); };
  elements(a, b), Print("elements");
  rows(a, b), Print("rows");
  ofViews(a, b), Print("ofViews");
  layer.apply(a, b), Print("apply");
  bytes(narrow);
  overlapping(a, a), Print("overlapping");
  rowsOverlap(a, b), Print("rowsOverlap");
  nothing(none);
  conditional(a, b), Print("conditional");
  changing(a, b), Print("changing");
  atomically(b, a), Print("atomically");
  captured(b), Print("captured");
  differently(b), Print("differently");
  asked(a, b), Print("asked");
  moving(b), Print("moving");
  owning(b), Print("owning");
  creating(b), Print("creating");
  assigning(b), Print("assigning");
  releasing(b), Print("releasing");
  noting(b), Print("noting");
  recreated(b), Print("recreated");
  temporary(b), Print("temporary");
  long shorts = 0;
  for (size_t i = 0; i < narrow.step * narrow.c; i++)
    shorts += ((short *)narrow.data)[i] * long(i % 7);
  std::printf("%ld %d\n", shorts, made);
}
