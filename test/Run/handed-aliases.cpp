// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two names of one object or of its parts: if the loop writes an array that is inside of an object passed to a function under another name,
// or a member by way of an array element, the cores run it. Also objects of which devices cannot have a copy.
// RUN: %serialxx -std=c++17 -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++17 -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 6 of 11 loops split
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'setIn', which may write members of what 'pair' leads to in 'setIn' ({{.*}})
// CHECK-NEXT: : 'omp parallel for' is not split: a device cannot have a copy of what 'big' leads to
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'at', which does more with what 'rows' leads to than to use members and to follow pointers in it
// CHECK-NEXT: : 'omp parallel for' is not split: it calls through a pointer to a function, in 'get'
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'grow', which may write members of what 'own' leads to in 'grow' ({{.*}})
#include <cstdio>
#include <cstring>
#include <hetcc.h>
#include <vector>
struct S {
  double *x;
  double buf[100];
  int n;
  double buffer(int i) const { return buf[i] + x[i]; }
  double number(int i) const { return n * x[i]; }
  void step(S *p) { // buf is part of *p if p == this
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      buf[i] = p->buffer(i) + 1;
  }
  void swapped(S *p) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p->buf[i] = buffer(i) + 1;
  }
};
struct Pair {
  S *a, *b;
  double both(int i) const { return a->buffer(i) + b->buffer(i); }
  void set(int i) { a->x[i] = b->x[i] + b->n; }
  void setIn(int i) { a->buf[i] = b->n; }
};
struct Big {
  double *x;
  char pad[5000];
  double get(int i) const { return x[i] + pad[i]; }
};
struct Rows {
  double **rows;
  double *first;
  double at(int i, int j) const { return rows[i][j]; }
};
struct Fn {
  double (*f)(double);
  double *x;
  double get(int i) const { return f(x[i]); }
};
struct Own {
  double *x;
  int n;
  Own *self;
  double get(int i) const { return self->x[i] + self->self->n; }
  void grow() { n++; }
};
static double half(double v) { return v / 2; }
double f(Pair *pair, Big *big, Rows *rows, Fn *fn, Own *own, int *numbers, double *y) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    y[i] = pair->both(i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    pair->set(i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    pair->setIn(i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    y[i] += big->get(i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    y[i] += rows->at(i % 2, i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    y[i] += fn->get(i);
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    y[i] += own->get(i);
#pragma omp parallel for // the object's own number, as an element of an array
  for (int i = 0; i < 1; i++) {
    numbers[i] = 77;
    y[i] += own->get(i);
  }
  const double got = y[0];
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 100; i++) {
    if (i == 50)
      own->grow();
    y[i] += own->get(i);
  }
  double s = got;
  for (int i = 0; i < 100; i++)
    s = s * 0.9 + y[i] + pair->a->x[i] + pair->a->buf[i];
  return s;
}
int main() {
  std::vector<double> x(100), z(100), y(100), r0(100), r1(100);
  for (int i = 0; i < 100; i++)
    x[i] = i % 7, z[i] = i % 5, r0[i] = i, r1[i] = -i;
  S a{x.data(), {0}, 3}, b{z.data(), {0}, 4};
  a.step(&a);
  a.step(&b);
  a.swapped(&a);
  a.swapped(&b);
  double s = 0;
  for (int i = 0; i < 100; i++)
    s = s * 0.9 + a.buf[i] + b.buf[i];
  printf("%.6f\n", s);
  Pair p{&a, &b}, q{&a, &a};
  static Big big;
  big.x = x.data();
  double *rows[2] = {r0.data(), r1.data()};
  Rows r{rows, r0.data()};
  Fn fn{half, z.data()};
  Own own{z.data(), 5, nullptr};
  own.self = &own;
  printf("%.6f\n", f(&p, &big, &r, &fn, &own, &own.n, y.data()));
  printf("%.6f\n", f(&q, &big, &r, &fn, &own, &own.n, y.data()));
}
