// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user-defined container may hold objects of class templates with type and integer arguments. Generated code cannot
// name the container's private pointer, and gets at the data by the element type.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
#include <cstddef>
#include <cstdio>
#include <utility>

// CHECK: 4 of 4 loops split

template <typename S, typename D = S> struct Pair {
  S u;
  D v;
  Pair() {}
  Pair(S u, D v) : u(u), v(v) {}
};
template <typename T, int N> struct Fixed {
  T at[N];
};

template <typename T> class Buffer {
  T *start, *end;

public:
  explicit Buffer(size_t n) : start(new T[n]), end(start + n) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete[] start; }
  T &operator[](size_t n) { return start[n]; }
  const T &operator[](size_t n) const { return start[n]; }
  size_t size() const { return end - start; }
};

static void permute(Buffer<Pair<int>> &edges, const Buffer<int> &order, long n) {
#pragma omp parallel for
  for (long e = 0; e < n; e++)
    edges[e] = Pair<int>(order[edges[e].u], order[edges[e].v]);
}

static void make(Buffer<std::pair<long, int>> &pairs, int n) {
#pragma omp parallel for
  for (int e = 0; e < n; e++)
    pairs[e] = std::make_pair(long(e) * 3, e);
}

static void second(Buffer<std::pair<long, int>> &pairs, Buffer<int> &ids, int n) {
#pragma omp parallel for
  for (int e = 0; e < n; e++)
    ids[pairs[e].second] = e + 1;
}

static void nested(Buffer<Fixed<Pair<long, int>, 2>> &all, int n) {
#pragma omp parallel for
  for (int e = 0; e < n; e++)
    all[e].at[e % 2].v += e;
}

int main() {
  const int n = 4000;
  Buffer<Pair<int>> edges(n);
  Buffer<int> order(n), ids(n);
  Buffer<std::pair<long, int>> pairs(n);
  Buffer<Fixed<Pair<long, int>, 2>> all(n);
  for (int i = 0; i < n; i++) {
    edges[i] = Pair<int>(i * 7 % n, i * 3 % n);
    order[i] = n - i - 1;
    all[i].at[0] = all[i].at[1] = Pair<long, int>(i, 2);
  }
  permute(edges, order, n);
  make(pairs, n);
  second(pairs, ids, n);
  nested(all, n);
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum = (sum * 3 + edges[i].u * 5 + edges[i].v + pairs[i].first + ids[i] + all[i].at[0].v + all[i].at[1].v) % 1000003;
  printf("%ld\n", sum);
}
