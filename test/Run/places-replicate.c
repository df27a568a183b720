// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each place works on its own copies: sweeps that exchange padding, and a product whose inner loop takes over maps from
// the block.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --schedules static,gpu --devices "cpu:2,emulated:3" %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1009, M = 7 };

static void sweeps(int n, int count, int (*u)[M], int (*v)[M]) {
  int start = 1, end = n - 2;
#pragma omp parallel proc_bind(spread) memory(replicate) partition(static : i = start; i <= end; i++) firstprivate(u, v) \
    map(tofrom : u[1|0:n|1, i][:], v[1|0:n|1, i][:])
  for (int sweep = 0; sweep < count; sweep++) {
    for (int i = start; i <= end; i++)
      for (int j = 0; j < M; j++)
        v[i][j] = u[i - 1][j] + 2 * u[i][j] + 3 * u[i + 1][j] + j;
#pragma omp target update padding_update_nearby(v)
    int(*other)[M] = u;
    u = v;
    v = other;
  }
}

static void product(int n, int m, int l, const int (*a)[l], const int (*b)[m], int (*c)[m]) {
  int j0 = 0, j1 = m;
#pragma omp parallel proc_bind(spread) memory(replicate) partition(static : j = j0; j < j1; j++) map(to : a[0:n][:])     \
    map(to : b[0:l][:, j]) map(tofrom : c[0:n][:, j])
#pragma omp parallel for partition(static) map(tofrom : c[0:n, i][:])
  for (int i = 0; i < n; i++)
    for (int j = j0; j < j1; j++)
      for (int k = 0; k < l; k++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  int(*u)[M] = malloc(sizeof(int[N][M])), (*v)[M] = malloc(sizeof(int[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = v[i][j] = (i * M + j) % 23;
  static int a[37][41], b[41][53], c[37][53];
  for (int k = 0; k < 37 * 41; k++)
    a[k / 41][k % 41] = k % 13 - 6;
  for (int k = 0; k < 41 * 53; k++)
    b[k / 53][k % 53] = k % 7 - 3;
  for (int pass = 0; pass < 4; pass++) {
    sweeps(N, 5, u, v);
    product(37, 53, 41, a, b, c);
  }
  printChecksum("u", u, sizeof(int[N][M]));
  printChecksum("v", v, sizeof(int[N][M]));
  printChecksum("c", c, sizeof c);
  free(u), free(v);
  return 0;
}
