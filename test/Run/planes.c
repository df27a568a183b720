// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In arrays of three dimensions a loop may follow any dimension, with or without halo: blocks of planes, of rows in
// each plane, or of columns in each row; in declared arrays, and in flat arrays with nested and expanded subscripts.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetcc --hetcc-explain -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not="full size"

// CHECK: remark: this loop runs on the CPUs and on accelerators
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { K = 41, M = 47, N = 43 };
static short u[K][M][N], v[K][M][N];

static void declared(void) {
#pragma omp parallel for hetero(1) part_copyin(u[1:K:1][0:M][0:N]) part_copyout(v[1:K][0:M][0:N])
  for (int k = 0; k < K; k++)
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++)
        v[k][m][n] = u[k > 0 ? k - 1 : k][m][n] + u[k][m][n];
#pragma omp parallel for hetero(1) part_copyin(v[0:K][1:M:3][0:N]) part_copy(u[0:K][1:M][0:N])
  for (int m = 3; m < M - 3; m++)
    for (int k = 0; k < K; k++)
      for (int n = 0; n < N; n++)
        u[k][m][n] += v[k][m - 3][n] ^ v[k][m + 3][n];
#pragma omp parallel for hetero(1) part_copyin(u[0:K][0:M][1:N:1]) part_copyout(v[0:K][0:M][1:N])
  for (int n = 0; n < N; n++)
    for (int k = 0; k < K; k++)
      for (int m = 0; m < M; m++)
        v[k][m][n] = u[k][m][n] - (n + 1 < N ? u[k][m][n + 1] : 1);
}

static void flat(int k3, int m3, int n3, int *a, const int *b) {
#pragma omp parallel for hetero(1) part_copy(a[0:k3][1:m3][0:n3]) part_copyin(b[0:k3][1:m3][0:n3])
  for (int m = 0; m < m3; m++)
    for (int k = 0; k < k3; k++)
      for (int n = 0; n < n3; n++)
        a[(k * m3 + m) * n3 + n] += b[k * m3 * n3 + m * n3 + n];
#pragma omp parallel for hetero(1) part_copy(a[0:k3][0:m3][1:n3]) part_copyin(b[0:k3][0:m3][1:n3:1])
  for (int n = 1; n < n3; n++)
    for (int k = 0; k < k3; k++) {
      const int plane = m3 * n3;
      for (int m = 0; m < m3; m++)
        a[n + n3 * (m + m3 * k)] -= b[k * plane + m * n3 + n - 1];
    }
}

/// A cube: all extents have the same name, so only the subscript tells which is which.
static void cube(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[0:n][0:n][1:n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        a[k * n * n + j * n + i] = 2 * a[(k * n + j) * n + i] + i;
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:n][0:n])
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < n; i++)
        a[(k * n + j) * n + i] += j;
}

int main(int argc, char **argv) {
  (void)argv;
  int k = 30 + argc, m = 40 + argc, n = 50 + argc;
  int *a = malloc(sizeof(int) * k * m * n), *b = malloc(sizeof(int) * k * m * n), *c = malloc(sizeof(int) * k * k * k);
  for (int i = 0; i < k * m * n; i++)
    a[i] = i % 1009, b[i] = i % 911;
  for (int i = 0; i < k * k * k; i++)
    c[i] = i;
  for (int i = 0; i < K * M * N; i++)
    (&u[0][0][0])[i] = i % 100, (&v[0][0][0])[i] = i % 77;
  declared();
  flat(k, m, n, a, b);
  cube(k, c);
  printChecksum("u", u, sizeof u);
  printChecksum("v", v, sizeof v);
  printChecksum("a", a, sizeof(int) * k * m * n);
  printChecksum("c", c, sizeof(int) * k * k * k);
}
