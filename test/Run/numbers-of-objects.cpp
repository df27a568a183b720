// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member function that computes a value from members alone, such as the distance of two pointers, is called once
// before the loop, whatever else the body does with the object.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 10 of 10 loops split

#include <cstddef>
#include <cstdio>
#include <vector>

enum { N = 600 };

template <typename T> class Buffer {
  T *first, *last, *limit;

public:
  explicit Buffer(std::size_t n) : first(new T[n + 7]()), last(first + n), limit(last + 7) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete[] first; }
  std::size_t size() const { return last - first; }
  std::size_t capacity() const { return limit - first; }
  bool empty() const { return first == last; }
  bool full() { return size() == capacity(); }
  double fill() const { return double(size()) / double(limit - first); }
  T *begin() const { return first; }
  T &operator[](std::size_t i) { return first[i]; }
  const T &operator[](std::size_t i) const { return first[i]; }
};

struct Extent {
  int from, to;
  int width() const { return to - from; }
};

class Grid {
  Extent x, y;
  std::vector<double> values;

public:
  Grid(int nx, int ny) : x{1, 1 + nx}, y{2, 2 + ny}, values(std::size_t(nx * ny), 1.5) {}
  int cells() const { return x.width() * y.width(); }
  int known() const { return int(values.size()) - cells(); }
  int half() const { return cells() / 2; }
};

struct Holder {
  Buffer<int> *buffer;
};

static void sums(const Buffer<int> &x, Buffer<int> &y) {
#pragma omp parallel for
  for (int b = 0; b < int(y.size()); b++) {
    int sum = 0;
    for (std::size_t i = std::size_t(b) * 100; i < std::size_t(b * 100 + 100) && i < x.size(); i++)
      sum += x[i];
    y[b] = sum + int(y.size()) + int(x.capacity());
  }
}

int main() {
  Buffer<int> x(N), y(7);
  Grid grid(12, 5);
  Holder holder{&x}, nothing{nullptr};
  std::vector<double> z(N, 0.5);
  double total = 0;

#pragma omp parallel for
  for (int i = 0; i < int(x.size()); i++)
    x[i] = i % 17;
  sums(x, y);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] += x.empty() ? 1 : 2 + x.full();
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] += grid.cells() + grid.known() + grid.half();
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] += double(holder.buffer->size()) * x.fill();
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i > N)
      z[i] += nothing.buffer->size(); // no iteration calls it
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += z[i] + x[(i + x.size() - 1) % x.size()];
#pragma omp parallel for
  for (int i = 0; i < N; i++) { // the object is local to the iteration
    Extent own{i, 2 * i + 1};
    z[i] += own.width();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Extent extent{0, i};
    for (int j = 0; j < 3; j++) {
      extent.to += j;
      z[i] += extent.width(); // another value in each inner iteration
    }
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    auto width = [&grid, &y](int k) { return grid.cells() * k + int(y.size()); };
    z[i] += width(i);
  }

  for (int b = 0; b < 7; b++)
    std::printf("%d ", y[b]);
  for (int i = 0; i < N; i += 37)
    std::printf("%.10g ", z[i]);
  std::printf("%.10g\n", total);
}
