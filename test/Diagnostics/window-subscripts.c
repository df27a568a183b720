// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An affine subscript that leaves its window, on either side, is an error at the subscript. A note says which halo the
// window needs.
// REQUIRES: clang, plugin
// RUN: %verify %s

void after(int n, const int *x, int *y) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++)
    y[i] = x[i + 1]; // expected-error {{index of array 'x' lies 1 beyond the iteration's own, outside its window}}
}

void before(int n, const int *x, int *y) {
  // expected-note@+1 {{needs halo 3}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n:2]) part_copy(y[1:n])
  for (int i = 3; i < n; i++)
    y[i] = x[i - 3]; // expected-error {{index of array 'x' lies 3 beyond the iteration's own, outside its window}}
}

void rows(int n, const int (*u)[8], int (*v)[8]) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(u[1:n][0:8]) part_copy(v[1:n][0:8])
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 8; j++)
      v[i][j] = u[i - 1][j]; // expected-error {{index of array 'u' lies 1 beyond the iteration's own, outside its window}}
}

void inside(int n, const int *x, int *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n:2]) part_copy(y[1:n])
  for (int i = 2; i < n - 2; i++)
    y[i] = x[i - 2] + x[i + 2];
  // The inner loop runs zero times, so no subscript is outside.
  enum { Radius = 1 };
#pragma omp parallel for hetero(1) part_copyin(x[1:n:Radius - 1]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    for (int k = 1; k < Radius; k++)
      y[i] = x[i - k] + x[i + k];
}
