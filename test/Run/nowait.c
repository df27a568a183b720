// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions with `nowait` are tasks: they keep the values that scalars and pointers have when the task is created.
// `depend` orders tasks with overlapping sections, also with the program's own tasks, and `taskwait` waits for all. The
// result of each step depends on the order.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 6000, Parts = 4 };
static double x[N], y[N], z[N], table[Parts][N / Parts];

/// Sections that begin at different elements and overlap.
static void chain(int n, double factor) {
  for (int step = 0; step < 3; step++) {
#pragma omp target teams distribute parallel for nowait depend(inout : x[0 : n]) hetero(1) part_copy(x[1:n])
    for (int i = 0; i < n; i++)
      x[i] = x[i] * factor + i + step;
    factor = factor * 0.5 + 1;
#pragma omp target parallel for nowait depend(in : x[n / 2 : n - n / 2]) depend(out : y[:n]) hetero(1)                 \
    part_copyin(x[1:n]) part_copyout(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] = i < n / 2 ? 0 : x[i] - factor;
#pragma omp target parallel for simd nowait depend(inout : x[n / 4 : n / 2]) depend(in : y[n / 3]) hetero(1)           \
    part_copy(x[1:n]) part_copyin(y[1:n])
    for (int i = n / 4; i < n / 4 + n / 2; i++)
      x[i] += y[i] * 0.25;
#pragma omp task depend(inout : x[0 : n], x[n / 4 : n / 2]) // the same section as the region's
    x[n / 2] += step;
  }
#pragma omp taskwait
}

/// The pointers are swapped after each region; running regions keep the old ones.
static void swapped(int n) {
  double *from = y, *to = z;
  for (int step = 0; step < 4; step++) {
#pragma omp target parallel for nowait depend(in : from[0 : n]) depend(out : to[0 : n]) hetero(1)                      \
    part_copyin(from[1:n]) part_copyout(to[1:n])
    for (int i = 0; i < n; i++)
      to[i] = from[i] * 0.5 + step;
    double *old = from;
    from = to, to = old;
  }
#pragma omp taskwait
}

/// Independent parts; the last region, for which the program waits, depends on all of them.
static double parts(int n) {
  double sum = 0, last = 0;
  for (int p = 0; p < Parts; p++) {
    double *row = table[p];
#pragma omp target parallel for nowait depend(out : row[0 : n]) hetero(1) part_copyout(row[1:n])
    for (int i = 0; i < n; i++)
      row[i] = p * 1000 + i % 17;
  }
#pragma omp target parallel for depend(in : table[0 : Parts][0 : n]) reduction(+ : sum) hetero(1)                      \
    part_copyin(table[0:Parts][1:n])
  for (int i = 0; i < n; i++)
    for (int p = 0; p < Parts; p++)
      sum += table[p][i];
  double *row = table[1];
#pragma omp target parallel for nowait lastprivate(last) reduction(+ : sum) hetero(1) part_copyin(row[1:n])
  for (int i = 0; i < n; i++) {
    last = row[i];
    sum += last;
  }
#pragma omp taskwait
  return sum + last;
}

static void all(int pass) {
  chain(N - pass, 0.5 + pass);
  swapped(N - pass);
  printf("%.17g\n", parts(N / Parts));
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 23;
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel
#pragma omp single
    all(pass);
    all(pass); // outside of a parallel region, a task runs immediately
  }
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("z", z, sizeof z);
}
