// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memory(replicate) in C++: arrays of which the threads of a block cannot have copies.
// REQUIRES: clang, plugin
// RUN: %verify %s

#include <vector>

struct Grid {
  double *u;
  int n;
  void sweep();
};

void Grid::sweep() {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : u[0:n, i]) // expected-error {{array 'u' cannot be replicated: it is no pointer or array by a name of its own}} expected-note {{let a local pointer lead to it}}
  for (int i = start; i < end; i++)
    u[i] += 1;
}

void others(Grid &g, std::vector<double> &v, double *&x) {
  int start = 0, end = g.n;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : g.u[0:end, i]) // expected-error {{array 'g.u' cannot be replicated: it is no pointer or array by a name of its own}} expected-note {{let a local pointer}}
  for (int i = start; i < end; i++)
    g.u[i] += 1;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : v[0:end, i]) // expected-error {{array 'v' cannot be replicated: it is no pointer or array by a name of its own}} expected-note {{let a local pointer}}
  for (int i = start; i < end; i++)
    v[i] += 1;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : x[0:end, i]) // expected-error {{array 'x' cannot be replicated: it is a reference, and others may change what it refers to}} expected-note {{let a local pointer}}
  for (int i = start; i < end; i++)
    x[i] += 1;
  double *const y = x;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : y[0:end, i])
  for (int i = start; i < end; i++)
    y[i] += 1;
}
