// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables, members and arrays with the same name in several namespaces and classes stay distinct on devices, also
// with a local variable of that name.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++17 -c %s -o %t.o 2>&1 | count 0

#include "Inputs/checksum.h"

enum { N = 1207 };
int n = 2;
namespace a {
int n = 3, table[N];
} // namespace a
namespace b {
int n = 5, table[N];
namespace {
int hidden = 11;
}
} // namespace b
static int y[N], table[N];

static void variables(int m) {
  int n = 7;
#pragma omp parallel for hetero(1) part_copy(y[1:m])
  for (int i = 0; i < m; i++)
    y[i] += n + 10 * a::n + 100 * b::n + 1000 * ::n + b::hidden;
}

static void arrays(int m) {
#pragma omp parallel for hetero(1) part_copy(a::table[1:m]) part_copyin(b::table[1:m], table[1:m])
  for (int i = 0; i < m; i++)
    a::table[i] += 3 * b::table[i] + table[i];
}

static void reduce(int m) {
#pragma omp parallel for hetero(1) part_copyin(y[1:m]) reduction(+ : a::n) reduction(max : b::n)
  for (int i = 0; i < m; i++) {
    a::n += y[i];
    b::n = y[i] > b::n ? y[i] : b::n;
  }
}

struct Base {
  int x = 1, row[N] = {};
};
struct Derived : Base {
  int x = 2, row[N] = {};
  void run(int m) {
#pragma omp parallel for hetero(1) part_copy(row[1:m]) part_copyin(Base::row[1:m])
    for (int i = 0; i < m; i++)
      row[i] += x + 10 * Base::x + 100 * this->Base::x + Base::row[i];
  }
};

int main() {
  for (int i = 0; i < N; i++) {
    b::table[i] = i;
    table[i] = -5 * i;
  }
  variables(N);
  printChecksum("variables", y, sizeof y);
  arrays(N);
  printChecksum("arrays", a::table, sizeof a::table);
  reduce(N);
  printf("%d %d\n", a::n, b::n);
  static Derived d;
  for (int i = 0; i < N; i++)
    d.Base::row[i] = i;
  d.run(N);
  printChecksum("members", d.row, sizeof d.row);
}
