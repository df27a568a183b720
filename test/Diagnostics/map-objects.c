// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'map' on a loop names objects in memory, as on a data region, not values of expressions.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct pair {
  int first, second;
};

void f(int n, int *x, struct pair *p, double a) {
#pragma omp parallel for hetero(1) map(tofrom : x[0:n]) map(to : a, p->first, *p)
  for (int i = 0; i < n; i++)
    x[i] += p->first;
  // expected-error@+1 {{'x + 1' in 'map' has type 'int *'; wanted a variable or an element}}
#pragma omp parallel for hetero(1) map(tofrom : x[0:n]) map(to : x + 1)
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-error@+1 {{'-a' in 'map' has type 'double'; wanted a variable or an element}}
#pragma omp parallel for hetero(1) map(tofrom : x[0:n]) map(to : -a)
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-error@+1 {{'3' in 'map' has type 'int'; wanted a variable or an element}}
#pragma omp parallel for hetero(1) map(tofrom : x[0:n]) map(to : 3)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
