// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators of vectors, arrays and spans become pointers on a device, and a range-based for statement is a loop over the elements: both are
// split like loops over an index. Containers whose elements are not contiguous stay on the cores.
// RUN: %serialxx -std=c++20 -O2 -fopenmp %s -o %t.serial && %hetccxx -std=c++20 -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=MOVED
#include <array>
#include <cstdio>
#include <deque>
#include <span>
#include <vector>

// CHECK: 16 of 20 loops split

struct Particle {
  double x = 1, v = 2;
  int hits = 0;
  void push(double by) { v += by; }
};

static double table[1000];
static Particle particles[1000];

template <typename Range> static void show(const char *what, const Range &of) {
  double sum = 0;
  int i = 0;
  for (const auto &each : of)
    sum += each * (i++ % 7 + 1);
  std::printf("%s %.10g\n", what, sum);
}

/// A user-defined range whose iterators are pointers.
class Part {
public:
  Part(double *first, double *last) : first(first), last(last) {}
  double *begin() const { return first; }
  double *end() const { return last; }

private:
  double *first, *last;
};

static void twiceOf(std::vector<double>::iterator at) { *at *= 2; }

static void twice(std::vector<double> &v) {
#pragma omp parallel for
  for (auto it = v.begin(); it < v.end(); ++it)
    *it = 2 * *it + double(it - v.begin());
}

static void smooth(const std::vector<double> &from, std::vector<double> &to) {
  // MOVED: loops-over-iterators.cpp:56: static, 1 pass
  // MOVED: emulated:0 {{.*}} 4.0 kB 4.0 kB
  // MOVED: emulated:1 {{.*}} 4.0 kB 4.0 kB
#pragma omp parallel for
  for (std::vector<double>::const_iterator it = from.begin() + 1; it != from.cend() - 1; ++it)
    to[it - from.begin()] = it[-1] + *it + *(it + 1);
}

static void thirds(std::vector<Particle> &of) {
  std::vector<Particle>::iterator it;
#pragma omp parallel for
  for (it = of.end() - 1; it >= of.begin(); it -= 3) {
    it->x += it->v;
    (*it).hits++;
  }
}

static double energy(std::span<const Particle> of) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (auto it = of.begin(); it < of.end(); ++it)
    sum += it->x * it->v + it->hits;
  return sum;
}

/// A template over different element types.
template <typename T> static void addTo(std::vector<T> &v, T what) {
#pragma omp parallel for
  for (auto &x : v)
    x += what;
}

int main() {
  std::vector<double> v(1000, 1.5), w(1000), none;
  std::vector<Particle> many(1000);
  twice(v);
  twice(none);
  show("twice", v);
  smooth(v, w);
  show("smooth", w);
  thirds(many);
  std::printf("energy %.10g\n", energy(many));

  // Range-based for: by reference and by value, over arrays, vectors, spans, and objects with members.
  addTo(v, 2.5);
  std::vector<int> numbers(777, 3);
  addTo(numbers, 4);
  addTo(none, 1.0);
#pragma omp parallel for
  for (double &x : table)
    x = 3;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (const auto x : v)
    sum += x * x;
#pragma omp parallel for
  for (auto &[x, speed, hits] : many)
    x += speed * hits;
#pragma omp parallel for
  for (auto &each : particles) {
    each.x = each.v + each.hits;
    Particle &same = each;
    same.hits += 2;
  }
  std::span<double> part(v.data() + 10, 500);
#pragma omp parallel for
  for (auto &x : part)
    x *= 0.25;
  const Part own(table + 100, table + 900);
#pragma omp parallel for
  for (auto &x : own)
    x += 2;
#pragma omp parallel for
  for (auto *p = own.begin(); p < own.end(); p += 2)
    *p -= table[0];
#pragma omp parallel for
  for (auto it = many.begin(); it != many.end(); ++it)
    it->push(0.5);
  std::array<float, 600> few{};
#pragma omp parallel for
  for (auto &x : few)
    if (x < 1)
      x += 0.5f;
    else
      x = 7;
  std::printf("sum %.10g\n", sum);
  show("v", v);
  show("numbers", numbers);
  show("table", table);
  show("few", few);
  std::printf("energy %.10g %.10g\n", energy(many), energy(particles));

  // Inner loops over rows of an array type, and over rows by a number of columns.
  static double grid[100][8];
  double sums[100], *flat = grid[0];
#pragma omp parallel for
  for (auto &row : grid)
    for (auto &x : row)
      x = double(&row - grid) + 1;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    double of = 0;
    for (double x : grid[i])
      of += x;
    for (const double *p = flat + i * 8, *end = flat + (i + 1) * 8; p != end; ++p)
      of += *p;
    sums[i] = of;
  }
  show("sums", sums);

  // Loops that stay on the cores, with the reasons.
  std::deque<double> apart(100, 1.0);
  // CHECK: :[[#@LINE+1]]: 'omp parallel for' is not split: the iterator 'it' is of a class whose elements need not lie one behind the other
#pragma omp parallel for
  for (auto it = apart.begin(); it < apart.end(); ++it)
    *it += 1;
  // CHECK: :[[#@LINE+1]]: 'omp parallel for' is not split: the range's elements need not lie one behind the other
#pragma omp parallel for
  for (auto &x : apart)
    x += 1;
  // CHECK: :[[#@LINE+1]]: 'omp parallel for' is not split: the iterator 'it' is of a class
#pragma omp parallel for
  for (auto it = v.rbegin(); it < v.rend(); ++it)
    *it += 1;
  // CHECK: :[[#@LINE+1]]: 'omp parallel for' is not split: 'it' is used for more than to reach elements
#pragma omp parallel for
  for (auto it = v.begin(); it < v.end(); ++it)
    twiceOf(it);
  show("apart", apart);
  show("v", v);
}
