// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that names rows where the loop uses columns, the most common mistake in data clauses: the subscript does not follow the loop as
// the window does. If the length of a row is a variable, it may still be right: then it is a warning. Notes propose windows.
// REQUIRES: clang, plugin
// RUN: %verify %s

enum { M = 8 };

void flatColumns(int n, int m, const int *a, int *b) {
  // expected-note@+2 {{write 'a[0:n][1:m]' if it is this dimension that follows the loop}}
  // expected-note@+1 {{write 'map(to: a[0:n][0:m])' if every iteration may read all of it}}
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:m])
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      b[i] += a[j * m + i]; // expected-warning {{index of array 'a' moves on by 1 from one iteration to the next, but its window by 'm'}}
}

void writtenColumns(int n, int m, int *a) {
  // expected-note@+1 {{write 'a[0:n][1:m]' if it is this dimension that follows the loop}}
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:m])
  for (int i = 0; i < m; i++)
    for (int j = n - 1; j >= 0; j--)
      a[j * m + i] = i; // expected-warning {{index of array 'a' moves on by 1 from one iteration to the next, but its window by 'm'}}
}

void sections(int n, int m, const int *a, int *b) {
  // expected-note@+2 {{write 'a[0:n][0:m, i]' if it is this dimension that follows the loop}}
  // expected-note@+1 {{write 'map(to: a[0:n][0:m])' if every iteration may read all of it}}
#pragma omp parallel for hetero(1) map(to : a[0:n, i][0:m]) map(tofrom : b[0:m, i])
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      b[i] += a[j * m + i]; // expected-warning {{moves on by 1 from one iteration to the next}}
}

void knownLength(int n, const int *a, int *b) {
  // expected-note@+1 {{write 'part_copyin(a[0:n][1:8])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:M]) part_copy(b[1:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < n; j++)
      b[i] += a[j * M + i]; // expected-error {{index of array 'a' does not follow the loop, but its window does}}
}

void declared(int n, const int (*a)[M], int *b) {
  // expected-note@+1 {{write 'part_copyin(a[0:n][1:8])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:M]) part_copy(b[1:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < n; j++)
      b[i] += a[j][i]; // expected-error {{index of array 'a' does not follow the loop, but its window does}}
}

// The clause only gives iteration i the element x[i], and the loop reads x[0] up to x[i].
void triangle(int n, const int *x, int *y) {
  // expected-note@+1 {{write 'map(to: x[0:n])'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[i] += x[j]; // expected-error {{index of array 'x' does not follow the loop, but its window does}}
}

void rowForgotten(int n, int m, const int *a, int *b) {
  // expected-note@+2 {{write 'a[0:n][1:m]'}}
  // expected-note@+1 {{write 'map(to: a[0:n][0:m])'}}
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n])
  for (int i = 0; i < n; i++)
    b[i] = a[i]; // expected-warning {{index of array 'a' moves on by 1 from one iteration to the next, but its window by 'm'}}
}

// No error: an index that stays inside of its row, a halo that may be large enough, an access that a jump may avoid.
void legitimate(int n, int m, int k, const int *a, const int *c, const int *x, int *b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyin(c[1:M][0:M]) part_copy(b[1:n])
  for (int i = 0; i < M; i++)
    b[i] = a[i * (m + 1)] + a[i * (m - 1) + m - 1] + c[i * M + i] + c[i * (M - 1) + M - 1];
#pragma omp parallel for hetero(1) part_copyin(x[1:n:k]) part_copy(b[1:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i] += x[j];
#pragma omp parallel for hetero(1) part_copyin(x[1:M:7]) part_copy(b[1:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      b[i] += x[j];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(b[1:n])
  for (int i = 0; i < n; i++) {
    if (i > 0)
      continue;
    b[i] = x[0];
  }
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n])
  for (int i = 0; i < n; i++)
    for (int j = i * m; j < (i + 1) * m; j++)
      b[i] += a[j];
}
