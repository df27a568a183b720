// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error about an incomplete clause names what is missing (an argument, a bracket, a closing parenthesis), and
// stands where the missing thing should be.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  // expected-error@+2 {{expected}}
  // expected-note@+1 {{write '[1:1]' if index i belongs to iteration i}}
#pragma omp parallel for hetero(1) part_copy(x[1])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected}}
#pragma omp parallel for hetero(1) part_copy()
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{missing ')' at the end of 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected ',' in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n] y[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'hetero' takes at most 5 arguments}}
#pragma omp parallel for hetero(1, all, static, 0.5, 10, 3) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
