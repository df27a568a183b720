// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A subscript that does not follow the loop, such as x[0], is an error if the array's window does. A note proposes the
// clause that fits the loop.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, const int *x, int *y) {
  // expected-note@+1 {{write 'map(to: x[0:1])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[0]; // expected-error {{index of array 'x' does not follow the loop, but its window does}}
}

void g(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[0] = i; // expected-error {{an iteration may write only the indices of 'y' that are its own}}
}

void h(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n:1])
  for (int i = 0; i < n - 1; i++)
    y[i + 1] = i; // expected-error {{an iteration may write only the indices of 'y' that are its own}}
}
