// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of addresses that are stored in objects and arrays of pointers, or by functions: an object can hold
// addresses of several arrays, each of which has its own copy on a device. Comparisons within one array work.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 2 of 9 loops split
// SUMMARY: 'omp parallel for' is not split: 'length' compares an address in 'v.begin' with one in 'v.end', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'total' compares an address in 'v.begin' with one in 'v.end', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'distance' compares an address in 'v.begin' with one in 'x', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'rest' compares an address in {{.*}}, and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: 'within' compares an address in {{.*}}, and a device has copies of both
#include <stdio.h>

enum { N = 1000 };
typedef struct {
  const double *begin, *end;
} Range;
static double data[2 * N], y[N];

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 1.001 + y[i];
  printf("%s %.10g\n", name, sum);
}

static double length(const Range *v, int i) { return v->begin[i] + (double)(v->end - v->begin); }
static double total(Range v, int i) {
  double sum = 0;
  for (const double *p = v.begin; p != v.end && p < v.begin + i; p++)
    sum += *p;
  return sum;
}
static double distance(const Range *v, const double *x) { return (double)(x - v->begin); }
static void set(const double **p, const double *value) { *p = value; }
static double rest(Range r) {
  double sum = 0;
  for (; r.begin < r.end; r.begin += 50)
    sum += *r.begin;
  return sum;
}
static Range make(const double *x, int n) {
  Range r = {x, x + n};
  return r;
}
static double within(const double *x, const double *end) {
  const double *p, *q;
  set(&p, x);
  set(&q, end);
  return (double)(q - p);
}

static void all(Range v, const double *x, const double *other) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = length(&v, i);
  show("an object");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = total(v, i);
  show("a copy of one");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = distance(&v, x) + x[i];
  show("an object and an array");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p[2] = {x, other};
    y[i] = (double)(p[1] - p[0]);
  }
  show("an array of two");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p, *q;
    set(&p, x);
    set(&q, other);
    y[i] = (double)(q - p);
  }
  show("set by a function");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Range r;
    r.begin = x + i;
    r.end = other;
    y[i] = rest(r);
  }
  show("an object of the body");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = within(x, other);
  show("set within a function");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = rest(make(x, i));
  show("in one array");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Range r = {other, other + i % 50};
    y[i] = rest(r) + x[i];
  }
  show("in one of two arrays");
}

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    data[i] = i % 13;
  Range v = {data, data + N};
  all(v, data + 7, data + N);
  return 0;
}
