// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts are also checked against windows of columns and planes, in arrays of several dimensions and in flat
// arrays. With several tied dimensions, it is enough that the index stays inside of the window in one of them.
// REQUIRES: clang, plugin
// RUN: %verify %s

void declared(int n, const int (*u)[64], int (*v)[64]) {
  // expected-note@+1 {{needs halo 2}}
#pragma omp parallel for hetero(1) part_copyin(u[0:n][1:64:1]) part_copy(v[0:n][1:64])
  for (int j = 2; j < 64; j++)
    for (int i = 0; i < n; i++)
      v[i][j] = u[i][j - 2]; // expected-error {{index of array 'u' lies 2 beyond the iteration's own, outside its window}}
}

void flat(int n, int m, const int *u, int *v) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(u[0:n][1:m]) part_copy(v[0:n][1:m])
  for (int j = 0; j < m - 1; j++)
    for (int i = 0; i < n; i++)
      v[i * m + j] = u[i * m + j + 1]; // expected-error {{index of array 'u' lies 1 beyond the iteration's own, outside its window}}
}

void plane(int k, int m, int n, const int *u, int *v) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(u[0:k][1:m][0:n]) part_copy(v[0:k][1:m][0:n])
  for (int j = 1; j < m; j++)
    for (int i = 0; i < k; i++)
      for (int l = 0; l < n; l++)
        v[(i * m + j) * n + l] = u[(i * m + j - 1) * n + l]; // expected-error {{index of array 'u' lies 1 beyond the iteration's own, outside its window}}
}

void one(int n, int m, const int *u, int *v) {
  // expected-note@+2 {{write 'u[1:n][0:m]' if it is this dimension that follows the loop}}
  // expected-note@+1 {{write 'map(to: u[0:n][0:m])' if every iteration may read all of it}}
#pragma omp parallel for hetero(1) part_copyin(u[0:n][1:m]) part_copy(v[1:m])
  for (int j = 0; j < m; j++)
    v[j] = u[j * m + 3]; // expected-error {{index of array 'u' does not follow the loop, but its window does}}
}

void plus(int n, const int (*u)[64], int *v) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(u[1:64][1:64]) part_copy(v[1:64])
  for (int i = 1; i < 64; i++) {
    v[i] += u[i][i - 1] + u[i - 1][i];
    v[i] += u[i - 1][i - 1]; // expected-error {{index of array 'u' lies 1 beyond the iteration's own, outside its window}}
  }
}

void written(int n, int m, int *v) {
#pragma omp parallel for hetero(1) part_copy(v[0:n][1:m])
  for (int j = 1; j < m; j++)
    v[3 * m + j - 1] = j; // expected-error {{an iteration may write only the indices of 'v' that are its own}}
}
