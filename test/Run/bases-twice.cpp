// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class that has the same base twice has two members of each name. Member functions name them `First::d` and
// `Second::d`, which have one declaration: so such loops stay on the cores. A class with two other bases is no obstacle.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2> %t.summary
// RUN: FileCheck %s --input-file %t.summary
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
#include <cstdio>

enum { N = 200 };

struct Values {
  double d[N];
  double *p;
  double scale;
};
struct First : Values {};
struct Second : Values {};

struct Both : First, Second {
  void arrays();
  void pointers();
  void scalars();
  void lambda();
  void add(int i) { First::d[i] += 3 * Second::d[i]; }
  void call();
  double &at(int i) { return Second::d[i]; }
  void access();
};

// CHECK-DAG: bases-twice.cpp:[[@LINE+2]]: 'omp parallel for' is not split
void Both::arrays() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    First::d[i] += Second::d[i];
}

// CHECK-DAG: bases-twice.cpp:[[@LINE+2]]: 'omp parallel for' is not split
void Both::pointers() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    First::p[i] += 0.5 * this->Second::p[i];
}

// CHECK-DAG: bases-twice.cpp:[[@LINE+3]]: 'omp parallel for' is not split
void Both::scalars() {
  double *to = First::p;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    to[i] = to[i] * First::scale - Second::scale;
}

void Both::lambda() {
  [this] {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      Second::d[i] -= First::d[i] / 4;
  }();
}

void Both::call() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    add(i);
}

void Both::access() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    First::d[i] += at(i);
}

static void outside(Both &b) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b.add(i);
}

struct Other {
  double e[N];
};
struct Different : Values, Other {
  void arrays();
};

// CHECK-NOT: bases-twice.cpp:[[@LINE+2]]: 'omp parallel for' is not split
void Different::arrays() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    d[i] += e[i];
}

static Both b;
static Different o;
static double one[N], two[N];

int main() {
  for (int i = 0; i < N; i++)
    b.First::d[i] = 1, b.Second::d[i] = i, one[i] = 2 * i, two[i] = i % 7, o.d[i] = i, o.e[i] = 2;
  b.First::p = one, b.Second::p = two, b.First::scale = 3, b.Second::scale = 5;
  b.arrays(), b.pointers(), b.scalars(), b.lambda(), b.call(), b.access(), outside(b), o.arrays();
  double s = 0;
  for (int i = 0; i < N; i++)
    s += (b.First::d[i] + 2 * b.Second::d[i] + 3 * one[i] + 5 * two[i] + 7 * o.d[i]) * (i % 13);
  printf("%.17g\n", s);
}
