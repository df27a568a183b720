// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As compared-in-objects.c, with C++ features: objects with constructors and member functions, references to pointers,
// and lambdas that hold addresses or get them as arguments.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 1 of 6 loops split
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'length' compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
#include <cstdio>

enum { N = 1000 };
static double data[2 * N], y[N];

struct Range {
  const double *begin, *end;
  Range(const double *begin, const double *end) : begin(begin), end(end) {}
  double length() const { return double(end - begin); }
};

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 1.001 + y[i];
  std::printf("%s %.10g\n", name, sum);
}

static void set(const double *&p, const double *value) { p = value; }

static void all(const double *x, const double *other) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Range r{x + i, other};
    double sum = 0;
    for (const double *p = r.begin; p < r.end; p += 50)
      sum += *p;
    y[i] = sum;
  }
  show("an object");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = Range(x + i, other).length();
  show("a member function");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p, *q = x;
    set(p, other);
    y[i] = double(p - q);
  }
  show("a reference");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    auto after = [&](const double *p) {
      const double *q = x;
      return double(p - q);
    };
    y[i] = after(other);
  }
  show("a lambda");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = x, **place = &p;
    *place = other;
    y[i] = double(p - x);
  }
  show("a pointer to a pointer");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = Range(x, x + i).length() + other[i];
  show("in one array");
}

int main() {
  for (int i = 0; i < 2 * N; i++)
    data[i] = i % 13;
  all(data, data + N);
}
