// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device has copies of arrays, maybe two copies of an array with two names. So distances between addresses of two arrays, their
// comparison, and integers made from addresses keep a loop on the cores. Within one array, comparisons work.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 2 of 7 loops split
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'other' with one in 'x', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it compares an address in 'x' with one in 'other', and a device has copies of both
// SUMMARY: 'omp parallel for' is not split: it makes a number of an address, which is another one on a device
// SUMMARY: 'omp parallel for' is not split: it makes a number of an address, which is another one on a device
#include <stdio.h>

enum { N = 1000 };
static double data[N];
static long y[N];

static void show(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned long)y[i];
  printf("%s %lx\n", name, sum);
}

static unsigned low(const double *p) { return (unsigned)((unsigned long)p & 7); }

static void all(const double *x, const double *other) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = (other + i) - x;
  show("distance");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = &x[i] == other ? 1 : 2;
  show("the same");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = x;
    p += i;
    const double *end = other;
    y[i] = p < end;
  }
  show("before");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = (long)((unsigned long)&x[i] - (unsigned long)data);
  show("as numbers");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = low(x + i);
  show("in a function");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i];
    y[i] = p - x + (p == x + 5) + (p != 0);
  }
  show("in one array");
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++) {
    const double *p = x + i, *end = p + N / 4;
    long sum = 0;
    for (; p != end; p++)
      sum += (long)*p;
    y[i] = sum;
  }
  show("to an end");
}

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = i;
  all(data, data + 37);
  return 0;
}
