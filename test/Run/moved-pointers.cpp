// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers whose names mislead: a private pointer that only an inner loop uses, beside a global of the same name; an iterator that the body
// moves; std::begin of an array, for which a device has a pointer; a range that is a member of an element.
// RUN: %gxx_openmp -O2 %s -o %t.gcc && %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.gcc %t
#include <cstdio>
#include <iterator>
#include <vector>

// CHECK: 5 of 8 loops split

static double table[40][20], list[512];
double other[5], *p = other;

static void fill() {
  int i;
  double *p;
#pragma omp parallel for private(p)
  for (i = 0; i < 40; i++)
    for (p = table[i]; p < table[i] + 20; p++)
      *p = i + (p - table[i]);
}

static void move(double *a, int n) {
  // CHECK-DAG: moved-pointers.cpp:[[# @LINE + 1]]: 'omp parallel for' is not split: the body may move the iterator 'q'
#pragma omp parallel for
  for (double *q = a; q < a + n; q += 2) {
    *q++ += 1;
    *q-- += 2;
  }
}

static void begin() {
  // CHECK-DAG: moved-pointers.cpp:[[# @LINE + 1]]: 'omp parallel for' is not split: it compares an address in 'std::begin(list)' with one in 'list'
#pragma omp parallel for
  for (double *q = std::begin(list); q < list + 512; q++)
    *q += q - std::begin(list);
  // CHECK-DAG: moved-pointers.cpp:[[# @LINE + 1]]: 'omp parallel for' is not split: {{.*}}no matching function for call to 'begin(double*&)'
#pragma omp parallel for
  for (int i = 0; i < 128; i++)
    for (double *q = std::begin(list) + 4 * i; q < std::begin(list) + 4 * i + 4; q++)
      *q += i;
}

struct Quad {
  double v[4];
};

static void members(std::vector<Quad> &all, Quad *first, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (double &x : first[i].v)
      x = i;
#pragma omp parallel for
  for (Quad &each : all)
    for (double &x : each.v)
      x += 1;
#pragma omp parallel for
  for (Quad *q = first; q < first + n; q++)
    for (double &x : q->v)
      x *= 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    Quad &each = first[i];
    for (double &x : each.v)
      x += 3;
  }
}

int main() {
  fill();
  move(list, 512);
  begin();
  std::vector<Quad> all(100);
  members(all, all.data(), 100);
  double sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 20; j++)
      sum += table[i][j] * (3 * i + j);
  for (int i = 0; i < 512; i++)
    sum += list[i] * (i * 37 % 101);
  for (int i = 0; i < 100; i++)
    for (double x : all[i].v)
      sum += x * i;
  std::printf("%g %d\n", sum, p == other);
  return 0;
}
