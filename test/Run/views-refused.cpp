// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers into an object's memory that cannot be computed from values before the loop: default arguments that stand
// elsewhere, private or changing objects, numbers that change through a reference. Also conditions on objects behind
// null pointers, and names that have another meaning where the body is.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// CHECK: views-refused.cpp: 14 of 29 loops split
#include <cstdio>
#include <cstdlib>

struct Index {
  int v;
};
static int shift = 3;
struct Image {
  int w;
  void *data;
  float *row(int y) const { return (float *)data + y * w; }
  float *shifted(int y, int c = shift) const { return (float *)data + y * w + c; }
  float *constant(int y, int c = 2 + 1) const { return (float *)data + y * w + c; }
  float *at(const Index &k, int y = 0) const { return (float *)data + y * w + k.v * w; }
  float *scaled(const Index &k, const Index &n, int y) const { return (float *)data + y * w + k.v * n.v; }
};
struct Bytes {
  int w;
  size_t step;
  void *data;
  float *row(int y) const { return (float *)((char *)data + y * step); }
};
struct Changing {
  void *data;
  int w;
  Changing(void *data, int w) : data(data), w(w) {}
  Changing self() const { return Changing(data, w); }
  float *set(const int &k) {
    w = 7;
    return (float *)data + k;
  }
  float *own() { return set(w); }
};
struct Holder {
  Image v;
  Image *p;
  int h;
  void explicitly() {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
      for (int x = 0; x < 10; x++)
        this->v.row(y)[x] += x + y;
  }
  void hidden(Image v) {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
      for (int x = 0; x < 10; x++)
        v.row(y)[x] += this->v.row(y)[x];
  }
  void pointer() {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
      for (int x = 0; x < 10; x++)
        p->row(y)[x] += x + y;
  }
  void both() {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
      for (int x = 0; x < 10; x++)
        (*p).row(y)[x] += (*this).v.row(y)[x];
  }
};

static void print(const char *what, Image &a) {
  double sum = 0;
  for (int i = 0; i < 4000; i++)
    sum += ((float *)a.data)[i] * (1 + i % 13);
  std::printf("%s %g\n", what, sum);
}

// ---- Expressions whose text stands elsewhere (default arguments).

static void defaults(Image &a) {
#pragma omp parallel for
  for (int y = 0; y < 80; y++)
    a.shifted(y)[0] = a.shifted(y)[0] + a.shifted(y, 1)[0] + y;
}
static void defaultsOfTwo(Image &a, Image &b) {
#pragma omp parallel for
  for (int y = 0; y < 80; y++) {
    a.shifted(y)[0] += 2;
    b.shifted(y)[0] += 3;
  }
}
static void hiddenDefault(Image &a) {
#pragma omp parallel for
  for (int y = 0; y < 80; y++) {
    int shift = y;
    for (int x = 0; x < 5; x++)
      a.shifted(y)[x] = x + shift;
  }
}
static void constantDefault(Image &a) { // split
#pragma omp parallel for
  for (int y = 0; y < 80; y++)
    a.constant(y)[0] += y;
}

// ---- Objects that are private to an iteration.

static void privately(Image &a) {
  Index k{3};
#pragma omp parallel for private(k)
  for (int y = 0; y < 100; y++) {
    k.v = y;
    for (int x = 0; x < 10; x++)
      a.at(k)[x] = x * y;
  }
}
static int lastprivately(Image &a) {
  Index k{2};
#pragma omp parallel for lastprivate(k)
  for (int y = 0; y < 90; y++) {
    k.v = y % 4 / 3;
    for (int x = 0; x < 5; x++)
      a.at(k, 2 * (y / 2))[x + y % 2 * 5] += x * y;
  }
  return k.v;
}
static void firstprivately(Image &a) {
  Index k{2};
#pragma omp parallel for firstprivate(k)
  for (int y = 0; y < 90; y++) {
    k.v = 3;
    for (int x = 0; x < 5; x++)
      a.at(k, y)[x] += x * y;
  }
}
static void declared(Image &a) {
  Index k{2};
  (void)k;
#pragma omp parallel for
  for (int y = 0; y < 100; y++) {
    Index k;
    k.v = y;
    for (int x = 0; x < 10; x++)
      a.at(k)[x] += x * y;
  }
}
static void counter(Image &a) {
  Index k{7};
  (void)k;
#pragma omp parallel for
  for (int y = 0; y < 90; y++)
    for (Index k{0}; k.v < 5; k.v++)
      a.at(k, y % 2 ? 0 : 5)[y % 10] += 0 * y;
}
static void inner(Image &a) {
  Index k{1};
#pragma omp parallel for
  for (int y = 0; y < 90; y++) {
#pragma omp simd private(k)
    for (int x = 0; x < 10; x++) {
      k.v = 0;
      a.at(k, y)[x] += x;
    }
  }
  (void)k;
}
static void product(Image &a, const Index &n) { // only the first of the two factors can be used
  Index m{1};
  (void)m;
#pragma omp parallel for
  for (int y = 0; y < 90; y++) {
    Index m{y % 3};
    a.scaled(m, n, 2 * y % 90)[y >= 45 ? 7 : 3] += y;
  }
}
static void shared(Image &a, const Index &k) { // split
#pragma omp parallel for
  for (int y = 0; y < 90; y++)
    for (int x = 0; x < 10; x++)
      a.at(k, y)[x] += x * y;
}
static thread_local Index ofThread{1};
static void threads(Image &a) {
#pragma omp parallel for
  for (int y = 0; y < 90; y++) {
    ofThread.v = 1;
    a.at(ofThread, y)[0] += y;
  }
}
static void captured(Image &a) {
  Index k{2};
#pragma omp parallel for
  for (int y = 0; y < 90; y++) {
    auto put = [&a, k = Index{y}]() { a.at(k)[1] += 2; };
    put();
  }
  (void)k;
}
static void element(Image &a, Index *k) { // the loop writes k, in the iteration that uses it
#pragma omp parallel for
  for (int y = 0; y < 90; y++)
    if (y == 50) {
      k[0].v = 4;
      a.at(*k)[0] += 5;
    }
}
static void alias(Image &a, int *number, const Index &k) { // k may be an element of the array that the loop writes
#pragma omp parallel for
  for (int y = 0; y < 90; y++) {
    number[y] = y % 7;
    if (y == 50)
      a.at(k)[y] += 5;
  }
}

// ---- Local names of the body, which are unknown where arrays are described.

struct Matrix {
  int w, h, dims;
  size_t cstep;
  void *data;
  float &operator[](size_t i) { return ((float *)data)[i]; }
  template <typename T> operator T *() { return (T *)data; }
  template <typename T> operator const T *() const { return (const T *)data; }
};
static void multiply(const Matrix &a, const Matrix &b, Matrix &to) { // split
  const int m = a.h, n = b.h, k = a.w;
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    const size_t step = to.dims == 3 ? to.cstep : (size_t)to.w;
    const size_t one = a.dims == 3 ? a.cstep : (size_t)a.w, other = b.dims == 3 ? b.cstep : (size_t)b.w;
    const float *from = (const float *)a + i * one;
    for (int j = 0; j < n; j++) {
      const float *by = (const float *)b + j * other;
      float sum = 0;
      for (int l = 0; l < k; l++)
        sum += from[l] * by[l];
      to[i * step + j] = sum;
    }
  }
}

static Index hidden{3};
static void qualified(Image &a, int n) { // split
  Index hidden{1};
#pragma omp parallel for
  for (int y = 0; y < n; y++) {
    a.at(hidden, 4 * y)[0] += 1;
    a.at(::hidden, 4 * y)[0] += 2;
  }
}
struct Both {
  Image v;
  Index k;
  void hide(int n) { // split
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
      int v = y, k = 3;
      this->v.at(this->k, y)[0] += v + k;
    }
  }
};
#define TURNED(X, Y) a.row(Y)[X]
static void macro(Image &a, int n) { // split
#pragma omp parallel for
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 3; x++)
      TURNED(x, y) += TURNED(x, (y)) + x;
}

// ---- Side effects.

static void effects(Image &a, int *count) {
#pragma omp parallel for
  for (int y = 0; y < 90; y++)
    a.constant(y, (count[y]++, 0))[2] += 1;
}
static void references(void *data) {
  Changing a(data, 100);
#pragma omp parallel for
  for (int x = 0; x < 50; x++)
    a.self().own()[x] += x + 1;
}

// ---- Null objects.

static float nothing(Bytes *p, int n) {
  float s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int y = 0; y < n; y++)
    s += p->row(y)[0];
  return s;
}
static void perhaps(Bytes *p, int n, float *o) {
#pragma omp parallel for
  for (int y = 0; y < n; y++)
    if (p)
      o[y] += p->row(y)[0];
    else
      o[y] = 1;
}
static void perhapsIndex(Image &a, Index *k, int n, float *o) {
#pragma omp parallel for
  for (int y = 0; y < n; y++)
    if (k)
      o[y] += a.at(*k)[y];
    else
      o[y] += a.row(0)[y];
}

int main() {
  Image a{10, std::calloc(9000, sizeof(float))}, b{10, std::calloc(9000, sizeof(float))};
  defaults(a), print("defaults", a);
  defaultsOfTwo(a, b), print("two", a), print("two", b);
  hiddenDefault(a), print("hidden default", a);
  constantDefault(a), print("constant", a);
  privately(a), print("private", a);
  std::printf("%d\n", lastprivately(a)), print("lastprivate", a);
  firstprivately(a), print("firstprivate", a);
  declared(a), print("declared", a);
  counter(a), print("counter", a);
  inner(a), print("inner", a);
  product(a, Index{10}), print("product", a);
  shared(a, Index{2}), print("shared", a);
  threads(a), print("threads", a);
  captured(a), print("captured", a);
  Index list[100] = {{2}};
  element(a, list), print("element", a);
  int count[100] = {};
  effects(a, count), print("effects", a);
  std::printf("%d %d\n", count[3], count[89]);
  alias(a, reinterpret_cast<int *>(list), list[50]), print("alias", a);
  references(a.data), print("references", a);
  Bytes bytes{10, 64, b.data};
  ((float *)b.data)[32] = 2;
  std::printf("%g %g\n", nothing(nullptr, 0), nothing(&bytes, 100));
  float o[100] = {};
  perhaps(nullptr, 100, o), perhaps(&bytes, 100, o);
  perhapsIndex(a, nullptr, 100, o), perhapsIndex(a, list, 100, o);
  std::printf("%g %g %g\n", o[0], o[2], o[99]);
  Matrix one{20, 30, 2, 0, std::calloc(600, 4)}, other{20, 40, 2, 0, std::calloc(800, 4)}, to{40, 30, 2, 0, a.data};
  for (int i = 0; i < 600; i++)
    ((float *)one.data)[i] = i % 17, ((float *)other.data)[i] = i % 13;
  multiply(one, other, to), print("product", a);
  qualified(a, 60), Both{a, {2}}.hide(60), macro(a, 60), print("names", a);
  Holder h{a, &b, 100};
  h.explicitly(), h.hidden(b), h.pointer(), h.both();
  print("holder", a), print("holder", b);
}
