// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The row length of a variable length array is that of its declaration, even if the variables in its type change later.
// RUN: %hetcc -O2 -Wno-hetcc %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <stdio.h>

static void halve(int n, int m, double A[n][m]) {
  m /= 2;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] += 100 * i + j;
}

static void set(int *number, int to) { *number = to; }

/// The columns of a square that is smaller than the array.
static void square(int k) {
  double V[k][k], W[k][2 * k];
  for (int i = 0; i < k; i++)
    for (int j = 0; j < 2 * k; j++)
      V[i][j % k] = i * k + j % k, W[i][j] = -j;
  const int all = k;
  k = 40;
#pragma omp parallel for hetero(1)
  for (int j = 0; j < k; j++)
    for (int i = 0; i < k; i++)
      V[i][j] += 10;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < k; i++)
    for (int j = 0; j < 2 * k; j++)
      W[i][j] = V[i][j % k];
  for (int i = 0; i < all; i++)
    for (int j = 0; j < all; j++)
      printf("%g %g%c", V[i][j], W[i][2 * j], j + 1 < all ? ' ' : '\n');
}

/// A length that a function may change through its address.
static void reached(double *sums) {
  int n = 0;
  set(&n, 90);
  double V[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      V[i][j] = i - j;
  set(&n, 50);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += V[i][j] + V[j][i + 1];
    sums[i] = sum;
  }
}

int main(void) {
  double A[120][8], sums[90] = {0};
  for (int i = 0; i < 120; i++)
    for (int j = 0; j < 8; j++)
      A[i][j] = j;
  halve(120, 8, A);
  square(80);
  reached(sums);
  for (int i = 0; i < 120; i++)
    for (int j = 0; j < 8; j++)
      printf("%g%c", A[i][j], j < 7 ? ' ' : '\n');
  for (int i = 0; i < 90; i++)
    printf("%g\n", sums[i]);
}
