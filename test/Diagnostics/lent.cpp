// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An element that is handed on by a reference may be written, or only be read, as by most that take a forwarding
// reference. If it belongs to an input, the loop stays on the CPUs, where both are right. Only what the body itself
// writes is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

template <typename A, typename B> static auto sum(A &&a, B &&b) { return a + b; }
static void twice(double &x) { x *= 2; }

void f(int n, const double *c, double *x, double *y) {
  // expected-note@+1 {{copy the element into a variable and use that, or use 'part_copy'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n:1]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++)
    y[i] = sum(x[i], x[i + 1]); // expected-warning {{this loop runs on the CPUs alone: 'x' may be written through a reference, but 'part_copyin' only moves it in}}
  // expected-note@+1 {{copy the element into a variable and use that, or use 'part_copy'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    twice(x[i]); // expected-warning {{this loop runs on the CPUs alone: 'x' may be written through a reference, but 'part_copyin' only moves it in}}
    y[i] += x[i];
  }
  // What cannot be written, or goes out, may be lent.
#pragma omp parallel for hetero(1) part_copyin(c[1:n:1]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++) {
    twice(y[i]);
    y[i] += sum(c[i], c[i + 1]);
  }
  // expected-note@+1 {{'x' is named here; 'part_copy' moves it in and out}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i]++; // expected-error {{array 'x' is given by 'part_copyin' and cannot be written}}
}
