/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables in the style of C89, declared where the function begins. If each iteration of an inner loop sets a variable
   before it reads it, the variable is private to that iteration, and lanes share the loop; not so if its value is used
   after the inner loop. Private pointers lead into the device's arrays.
   RUN: %hetcc -O2 --hetcc-no-cuda --hetcc-explain %s -o %t 2>&1 | FileCheck %s
   RUN: %serial -O2 %s -o %t.serial
   RUN: %compare %t.serial %t
   RUN: %hetcc -std=c89 -O2 %s -o %t.old 2>&1 | count 0
   RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.old
*/
#include <stdio.h>

static void squares(int n, int m, const double *a, double *b) {
  int i, j;
  double s, t;
  /* CHECK: private-of-turns.c:[[#@LINE+5]]:5: remark: lanes of a device share this loop
   */
#pragma omp parallel for private(j, s, t) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n])
  for (i = 0; i < n; i++) {
    s = 0;
    for (j = 0; j < m; j++) {
      t = a[i * m + j];
      s += t * t;
    }
    b[i] += s;
  }
}

static void smooth(int n, int m, const double *a, double *b) {
  int i, j, k;
  double s;
  /* CHECK: private-of-turns.c:[[#@LINE+4]]:5: remark: lanes of a device share this loop
   */
#pragma omp parallel for private(j, k, s) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      s = 0;
      for (k = 0; k < 3; k++)
        s += a[i * m + (j + k) % m];
      b[i * m + j] = s;
    }
}

static void choice(int n, int m, const double *a, double *b) {
  int i, j;
  double t;
  /* CHECK: private-of-turns.c:[[#@LINE+4]]:5: remark: lanes of a device share this loop
   */
#pragma omp parallel for private(j, t) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      if (a[i * m + j] > 5)
        t = 1;
      else
        t = -a[i * m + j];
      b[i * m + j] -= t;
    }
}

static void carried(int n, int m, const double *a, double *b) {
  int i, j;
  double t;
  /* CHECK: private-of-turns.c:[[#@LINE+5]]:5: remark: this loop stays sequential on a device: it sets 't'
   */
#pragma omp parallel for private(j, t) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++) {
    t = 0;
    for (j = 0; j < m; j++) {
      b[i * m + j] += t;
      t = a[i * m + j];
    }
  }
}

static void left(int n, int m, const double *a, double *b) {
  int i, j;
  double t;
  /* CHECK: private-of-turns.c:[[#@LINE+5]]:5: remark: this loop stays sequential on a device: it sets 't'
   */
#pragma omp parallel for private(j, t) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++) {
    t = 0;
    for (j = 0; j < m; j++) {
      t = a[i * m + j];
      b[i * m + j] += t;
    }
    b[i * m] += t;
  }
}

static void perhaps(int n, int m, const double *a, double *b) {
  int i, j;
  double t = 0;
  /* CHECK: private-of-turns.c:[[#@LINE+5]]:5: remark: this loop stays sequential on a device: it sets 't'
   */
#pragma omp parallel for private(j) firstprivate(t) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++) {
    t = 0;
    for (j = 0; j < m; j++) {
      if (a[i * m + j] > 5)
        t = a[i * m + j];
      b[i * m + j] += t;
    }
  }
}

static void pointers(int n, int m, const double *a, double *b) {
  int i, j;
  const double *row;
  double *to;
#pragma omp parallel for private(j, row, to) hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (i = 0; i < n; i++) {
    row = a + i * m;
    to = &b[i * m];
    for (j = 0; j < m; j++)
      to[j] += row[m - 1 - j];
  }
}

int main(void) {
  enum { N = 107, M = 13 };
  static double a[N * M], b[N * M];
  double sum = 0;
  int i;
  for (i = 0; i < N * M; i++)
    a[i] = i % 13 - 2;
  squares(N, M, a, b);
  smooth(N, M, a, b);
  choice(N, M, a, b);
  carried(N, M, a, b);
  left(N, M, a, b);
  perhaps(N, M, a, b);
  pointers(N, M, a, b);
  for (i = 0; i < N * M; i++)
    sum += b[i] * (i % 7);
  printf("%g\n", sum);
  return 0;
}
