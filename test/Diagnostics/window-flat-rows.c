// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flat subscript belongs to the row that its offset, divided by the row's length and rounded down, leads to; the
// length may be a variable. The ranges of inner loops count. Only a subscript that is outside of the window in every
// case is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

enum { M = 5 };

void lastColumn(int n, int m, const int *c, int *b) {
#pragma omp parallel for hetero(1) part_copyin(c[1:n:1][0:m]) part_copyout(b[1:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = c[(i + 1) * m + m - 1] + c[i * m - 1] + c[(i - 1) * m];
#pragma omp parallel for hetero(1) part_copyin(c[1:n:1][0:M]) part_copyout(b[1:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = c[(i + 1) * M + M - 1] + c[i * M - M];
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m]) part_copyout(b[1:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = c[i * m + m - 1] + c[i * m + 3];
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m + 2]) part_copyout(b[1:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = c[i * (m + 2) + m + 1] + c[(m + 2) * i + 1];
}

void rowBefore(int n, int *c) {
#pragma omp parallel for hetero(1) part_copy(c[1:n][0:M])
  for (int i = 1; i < n; i++)
    c[i * M - 1] = i; // expected-error {{an iteration may write only the indices of 'c' that are its own}}
}

void rowAfter(int n, int *c) {
#pragma omp parallel for hetero(1) part_copy(c[1:n][0:M])
  for (int i = 0; i < n - 1; i++)
    c[i * M + M] = i; // expected-error {{an iteration may write only the indices of 'c' that are its own}}
}

void symbolicRowBefore(int n, int m, const int *c, int *b) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m]) part_copyout(b[1:n])
  for (int i = 1; i < n; i++)
    b[i] = c[i * m - 1]; // expected-error {{index of array 'c' lies 1 beyond the iteration's own}}
}

void ghostRows(int n, int m, const int *c, int *b) {
  // expected-note@+1 {{needs halo 2}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n:1][0:m + 2]) part_copyout(b[1:n])
  for (int i = 0; i < n - 2; i++)
    b[i] = c[(i + 2) * (m + 2) + 1]; // expected-error {{index of array 'c' lies 2 beyond the iteration's own}}
}

void planes(int n, int m, const int *c, int *b) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m][0:4]) part_copyout(b[1:n])
  for (int i = 0; i < n - 1; i++)
    b[i] = c[i * m * 4 + 3 * m] + c[i * m * 4 + 4 * m - 1] +
           c[i * m * 4 + 4 * m]; // expected-error {{index of array 'c' lies 1 beyond the iteration's own}}
}

void mirrored(int n, int m, const int *c, int *b) {
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m]) part_copyout(b[1:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i] += c[i * m + m - 1 - j] + c[(i + 1) * m - 1 - j];
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:M]) part_copyout(b[1:n])
  for (int i = 0; i < n; i++)
    for (int j = M; j > 0; --j)
      b[i] += c[i * M + M - j] + c[i * M + j - 1];
}

void innerLoop(int n, int m, const int *c, int *b) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m]) part_copyout(b[1:n])
  for (int i = 0; i < n - 1; i++)
    for (int j = m - 1; j >= 0; j--)
      b[i] += c[(i + 1) * m + j]; // expected-error {{index of array 'c' lies 1 beyond the iteration's own}}
}

void window(int n, const int *c, int *b) {
  // expected-note@+1 {{needs halo 3}}
#pragma omp parallel for hetero(1) part_copyin(c[1:n]) part_copyout(b[1:n])
  for (int i = 3; i < n; i++)
    for (int k = 1; k <= 3; k++)
      b[i] += c[i - k]; // expected-error {{index of array 'c' lies 3 beyond the iteration's own}}
}

// Whether these subscripts stay in the window is only checked at run time.
void unknown(int n, int m, const int *c, int *b, const int *where) {
#pragma omp parallel for hetero(1) part_copyin(c[1:n][0:m]) part_copyout(b[1:n]) map(to : where[0:n])
  for (int i = 0; i < n; i++) {
    int j = where[i];
    b[i] = c[(i + 1) * m + j];
    for (int k = -1; k <= 1; k++)
      b[i] += c[(i + k) * m];
    for (int k = 1; k <= m; k++) {
      if (k == 2)
        k += m;
      b[i] += c[(i - 1) * m + k];
    }
  }
}
