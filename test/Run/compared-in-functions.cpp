// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and lambdas that a loop calls compare addresses that they are given, with each other or with those of a
// known array. For two different arrays the result only holds in the host's memory. hetcc follows pointers that are
// assigned, chosen or returned to their origin.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 3 of 9 loops split
// SUMMARY: 'omp parallel for' is not split: 'less' compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'before' compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'isAt' compares an address in 'other' with one in 'x', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'other' with one in 'x', and a device has copies of both
#include <cstdio>

enum { N = 1000 };
struct Place {
  double value;
  bool isAt(const Place &one) const { return this == &one; }
};
static Place data[N];
static long y[N];

static void show(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned long)y[i];
  std::printf("%s %lx\n", name, sum);
}

static bool less(const Place *a, const Place *b) { return a < b; }
static bool before(int n, const Place &a, const Place *b) { return n > 3 ? less(&a, b + 1) : less(&a, b); }
static double last(const Place *first, const Place *end) {
  double value = 0;
  for (; first != end; ++first)
    value = first->value;
  return value;
}
static const Place *later(const Place *a, int n) { return a + n; }

static void all(const Place *x, const Place *other) {
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = less(&x[i], other);
  show("in a function");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = before(i, x[i], other + 2);
  show("two deep");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = x[i].isAt(other[i / 2]);
  show("objects");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++) {
    auto inside = [&](const Place *p) { return p > other; };
    y[i] = inside(&x[i]);
  }
  show("in a lambda");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++) {
    const Place *p, *q = other;
    p = x;
    p += i;
    y[i] = p - q;
  }
  show("assigned");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = later(i % 2 ? other : x, i) < x;
  show("returned");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = less(&x[i], &x[i / 2 + 1]);
  show("in one array");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = (long)last(x + i, x + i + 5) + (long)last(other, other + 3);
  show("to an end");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    y[i] = (long)(x[i].value + other[i / 3].value);
  show("not at all");
}

int main() {
  for (int i = 0; i < N; i++)
    data[i].value = i;
  all(data, data + 200);
}
