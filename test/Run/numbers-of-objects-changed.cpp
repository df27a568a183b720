// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As numbers-of-objects.cpp, for objects that an iteration changes, that are private to it, or whose member function
// cannot be called before the loop: then the body calls the function where the source does.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 6 of 9 loops split
// CHECK: it calls a member function of 'x' that is not const
// CHECK: 'x' is shared and written by the loop
// CHECK: 'x' is shared, and may be written through a reference

#include <cstdio>

enum { N = 64 };

struct Extent {
  int from, to;
  int width() const { return to - from; }
  int ratio() const { return to / from; } // may divide by zero
  void set(int end) { to = end; }
};

int main() {
  double z[N] = {};
  Extent x{1, 9}, own{3, 4}, zero{0, 4}, all[N];

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i == 5) {
      x.set(17);
      z[i] += x.width();
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i == 3) {
      x.to = 4;
      z[i] += x.width();
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i == 3) {
      Extent &same = x;
      same.to = 5;
      z[i] += x.width();
    }
#pragma omp parallel for firstprivate(own)
  for (int i = 0; i < N; i++) {
    own.to = i;
    z[i] += own.width();
  }
#pragma omp parallel for private(own)
  for (int i = 0; i < N; i++) {
    own.from = i;
    own.to = 2 * i;
    z[i] += own.width();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (zero.from)
      z[i] += zero.ratio();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    all[i].from = i;
    all[i].to = 3 * i;
    z[i] += all[i].width();
  }
  Extent *first = all;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    first[i].to += 2;
    z[i] += i ? first[i].width() : first->width();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Extent &row = all[i];
    row.to++;
    z[i] += row.width();
  }
  for (double each : z)
    std::printf("%g ", each);
  std::printf("%d\n", x.to);
}
