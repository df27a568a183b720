// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices get values as they are before the loop; here the loop writes these values as elements of an array:
// members behind a pointer or reference, and numbers that member functions compute from them. The cores run such a
// pass.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=emulated:2 %t > %t.emulated && %t.serial | diff - %t.emulated
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=cpu:1,emulated:1 %t > %t.both && %t.serial | diff - %t.both
// CHECK: 5 of 5 loops split

#include <cstdio>

enum { N = 64 };

struct Cell {
  int n;
  int count() const { return n; }
};

static Cell cells[N];
static int x[N];

int main() {
  Cell *p = &cells[5], &r = cells[7], *all = cells, own{3};

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    cells[i].n += i;
    if (i == 5)
      x[i] += p->n;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    cells[i].n += i;
    if (i == 5)
      x[i] += p->count();
    x[i] += own.count();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    cells[i].n += i;
    if (i == 7)
      x[i] += r.count();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    all[i].n += i;
    if (i == 5)
      x[i] += p->count() + p->n;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    all[i].n += i;
    if (i == 7)
      x[i] += r.count() + r.n;
  }

  for (int i = 0; i < N; i++)
    std::printf("%d %d\n", cells[i].n, x[i]);
}
