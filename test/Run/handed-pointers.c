// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C: functions that get objects behind pointers, parts of these, and copies of them. A null pointer that no
// iteration follows is not read.
// RUN: %serial -O1 %s -o %t.serial
// RUN: %hetcc -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 4 of 4 loops split
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
struct data {
  struct {
    int a;
  } first;
  int n;
  double *x;
  int *t;
};
struct outer {
  struct data *in;
  struct data part;
};
static double at(const struct data *d, int i) { return d->x[d->t[i]] + d->n; }
static double val(struct data d, int i) { return d.x[i] + d.first.a; }
double sum(struct data *p, const struct data *q, struct outer *o, int n, int m) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += at(p, i) + val(*p, i) + at(o->in, i) + at(&o->part, i) + val(*q, i);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += at(p, i) + (m > 10 ? at(q, i) + val(*o->in, i) : 0);
  return s;
}
int main(void) {
  const int n = 500;
  struct data d = {{3}, 4, malloc(n * sizeof(double)), malloc(n * sizeof(int))};
  for (int i = 0; i < n; i++)
    d.x[i] = i % 7, d.t[i] = n - 1 - i;
  struct outer o = {&d, d};
  printf("%.6f\n", sum(&d, &d, &o, n, 11));
  struct data *volatile none = 0;
  struct outer e = {none, d};
  double s = 0;
  printf("%.6f\n", sum(&d, &d, &o, n, 3));
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i > 5000 ? at(e.in, i) : 1;
  struct data *q = none;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i > 5000 ? at(q, i) + val(*q, i) : 1;
  printf("%.6f\n", s);
  return 0;
}
