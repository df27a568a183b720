// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Struct members in C++: templates, references, containers, macros, members that have the same names as variables or
// other members, unions, persistence, and nowait regions.
// RUN: %serialxx -O2 %s -o %t.serial && %hetccxx -O2 %s -o %t
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <vector>

template <typename T> struct Vector {
  T *data;
  int n;
  T scale;
};

template <typename T> struct Pair {
  Vector<T> a, b;
  T data[50];
};

template <typename T> void add(Pair<T> &pair, const Vector<T> &by) {
  T *data = pair.b.data;
#pragma omp parallel for hetero(1) part_copy(pair.a.data[1:pair.a.n]) part_copyin(by.data[1:by.n:1])                   \
    part_copy(data[1:pair.b.n])
  for (int i = 1; i < pair.a.n - 1; i++) {
    T n = by.data[i - 1] + by.data[i + 1];
    pair.a.data[i] += n * by.scale;
    data[i] += pair.a.data[i] + pair.b.n;
  }
#pragma omp parallel for hetero(1) part_copy(pair.data[1:50])
  for (int i = 49; i >= 0; i -= 2)
    pair.data[i] += pair.a.scale * i;
}

struct Lists {
  std::vector<int> first, second;
  union {
    int *view;
    const int *constant;
  };
  int count;
};

#define FIRST(l) ((l).first)
static void containers(Lists &lists) {
#pragma omp parallel for hetero(1) part_copy(lists.first[1:lists.count]) part_copyin(lists.second[1:lists.count])      \
    part_copy(lists.view[1:lists.count])
  for (int i = 0; i < lists.count; i++) {
    FIRST(lists)[i] += lists.second[i] * 3;
    lists.view[i] -= FIRST(lists)[i];
  }
}

struct Grid {
  double *now, *next;
  int n;
  double table[40];
};

static Grid shared;

static void persistent(Grid grid, int steps) {
  for (int step = 0; step < steps; step++) {
#pragma omp parallel for hetero(1) part_copyin(grid.now[1:grid.n:1]) part_copyout(grid.next[1:grid.n])                 \
    persist(grid.now, grid.next)
    for (int i = 0; i < grid.n; i++)
      grid.next[i] = i == 0 || i == grid.n - 1 ? grid.now[i] : (grid.now[i - 1] + grid.now[i + 1]) / 2;
    double *old = grid.now;
    grid.now = grid.next, grid.next = old;
  }
#pragma omp depersist(grid.now, grid.next)
}

/// The same object is used by its parts and, in another loop, as a whole.
static void byParts(void) {
#pragma omp parallel for hetero(1) part_copy(shared.table[1:40])
  for (int i = 0; i < 40; i++)
    shared.table[i] += shared.n;
}
struct Table {
  double values[40];
  int n;
};
static Table table;
static void tableByParts(void) {
#pragma omp parallel for hetero(1) part_copy(table.values[1:40])
  for (int i = 0; i < 40; i++)
    table.values[i] += table.n + i;
}
static void tableAsAWhole(double *out) {
#pragma omp parallel for hetero(1) part_copy(out[1:40])
  for (int i = 0; i < 40; i++)
    out[i] += table.values[39 - i] + table.n;
}

/// A nowait region uses the pointers and numbers from when it was created.
static void tasks(Grid grid) {
  for (int step = 0; step < 5; step++) {
#pragma omp target parallel for nowait depend(in : *grid.now) depend(out : *grid.next) hetero(1)                       \
    part_copyin(grid.now[1:grid.n]) part_copyout(grid.next[1:grid.n])
    for (int i = 0; i < grid.n; i++)
      grid.next[i] = grid.now[i] * 0.5 + grid.n;
    double *old = grid.now;
    grid.now = grid.next, grid.next = old;
    grid.n--;
  }
#pragma omp target parallel for nowait hetero(1) part_copy(shared.table[1:40])
  for (int i = 0; i < 40; i++)
    shared.table[i] *= 2;
#pragma omp taskwait
}

int main() {
  std::vector<double> x(2000, 1), y(2000, 2), z(2000, 3);
  std::vector<int> u(900, 1), v(900, 2), w(900, 4);
  Pair<double> pair = {{x.data(), 2000, 0.5}, {y.data(), 2000, 0.25}, {}};
  Pair<int> whole = {{u.data(), 900, 2}, {v.data(), 900, 3}, {}};
  for (int i = 0; i < 2000; i++)
    z[i] = i % 31;
  Vector<double> by = {z.data(), 2000, 0.125};
  for (int pass = 0; pass < 3; pass++) {
    add(pair, by);
    add(whole, Vector<int>{w.data(), 900, pass});
  }
  Lists lists = {std::vector<int>(700, 5), std::vector<int>(700, 7), {u.data()}, 700};
  containers(lists);
  shared = {x.data(), y.data(), 2000, {}};
  persistent(shared, 7);
  byParts();
  table.n = 3;
  double out[40] = {};
  for (int pass = 0; pass < 2; pass++) {
    tableByParts();
    tableAsAWhole(out);
  }
#pragma omp parallel
#pragma omp single
  tasks(shared);
  printChecksum("x", x.data(), x.size() * sizeof(double));
  printChecksum("y", y.data(), y.size() * sizeof(double));
  printChecksum("u", u.data(), u.size() * sizeof(int));
  printChecksum("v", v.data(), v.size() * sizeof(int));
  printChecksum("lists", lists.first.data(), 700 * sizeof(int));
  printChecksum("pair", pair.data, sizeof pair.data);
  printChecksum("whole", whole.data, sizeof whole.data);
  printChecksum("shared", shared.table, sizeof shared.table);
  printChecksum("out", out, sizeof out);
}
