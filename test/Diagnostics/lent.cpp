// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An element that is passed by reference may be written, or only read, as by most functions with forwarding references.
// hetcc looks into functions of the unit; where such a function writes an input array, or may do so, the loop stays on
// the CPUs with a warning. A write in the loop body itself is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

template <typename A, typename B> static auto sum(A &&a, B &&b) { return a + b; }
static void twice(double &x) { x *= 2; }
static void deep(double &x) { twice(x); }
static double hidden(const double *x) { return *const_cast<double *>(x) *= 2; }
static double outer(const double *x) { return hidden(x); }

void f(int n, const double *c, double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n:1]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++)
    y[i] = sum(x[i], x[i + 1]);
  // expected-note@+1 {{copy the element into a variable and use that, or use 'part_copy'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    deep(x[i]); // expected-warning {{this loop runs on the CPUs alone: 'x' may be written through a reference in 'twice' (lent.cpp:9), called by 'deep', but 'part_copyin' only moves it in}}
    y[i] += x[i];
  }
  // expected-note@+1 {{let the parameter lead to what is not 'const'}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += outer(c + i); // expected-warning {{this loop runs on the CPUs alone: 'const' is cast away from what it hands to 'outer' in 'hidden' (lent.cpp:11), called by 'outer'}}
  // Elements that are const or that are also outputs may be passed by reference.
#pragma omp parallel for hetero(1) part_copyin(c[1:n:1]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++) {
    twice(y[i]);
    y[i] += sum(c[i], c[i + 1]);
  }
  // expected-note@+1 {{write 'part_copy(x[1:n])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i]++; // expected-error {{array 'x' is given by 'part_copyin' and cannot be written}}
}
