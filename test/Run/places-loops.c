// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over a block's bounds, in a block over places: the devices of each place divide them, and also regions in
// functions that the block calls. With reductions, swapped pointers, padding, and several forms of bounds.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --schedules static,adaptive,gpu --devices "cpu:2,emulated:3" %t.serial %t
// RUN: %compare --setting HETRT_PLACES=5 --schedules adaptive --setting HETRT_WRITE=back %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1009, M = 7 };

/* The four kernels of STREAM. */
static void stream(int n, double *a, double *b, double *c) {
  int start = 0, end = n;
  double s = 3;
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i < end; i++) map(tofrom : a[0:n, i], b[0:n, i], c[0:n, i])
  {
    for (int i = start; i < end; i++)
      c[i] = a[i];
    for (int i = start; i < end; i++)
      b[i] = s * c[i];
    for (int i = start; i < end; i++)
      c[i] = a[i] + b[i];
    for (int i = start; i < end; i++)
      a[i] = b[i] + s * c[i];
  }
}

/* Sweeps over rows: neighbours' rows are read, and pointers are swapped. */
static void sweeps(int n, int count, int (*u)[M], int (*v)[M]) {
  int start = 1, end = n - 2;
#pragma omp parallel proc_bind(spread) partition(static : i = start; i <= end; i++) firstprivate(u, v)                  \
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

/* Downwards with a step, into a sum. */
static long sums(int n, const int *x, int *y) {
  int start = n - 1, end = 0;
  long sum = 0;
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i > end; i -= 3) map(to : x[0:n, i])             \
    map(tofrom : y[0:n, i]) reduction(+ : sum)
  {
    int rounds = 2;
    while (rounds--)
      for (int k = start; k > end; k -= 3) {
        y[k] += x[k] + rounds;
        sum += y[k];
      }
#pragma omp barrier
#pragma omp single
    rounds = 0;
  }
  return sum;
}

/* A region in a function that each place calls for its share. */
static void scale(int *x, int from, int count, int factor) {
#pragma omp target teams distribute parallel for map(tofrom : x[from:count, i]) partition(static)
  for (int i = from; i < from + count; i++)
    x[i] *= factor;
}

static void calls(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel proc_bind(spread) num_threads(4) partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  if (start < end)
    scale(x, start, end - start, 7);
}

/* Padding on both sides of arrays that inner loops take over from the block, cut off at the array's ends. */
static void borders(int n, int m, const int *x, int (*y)[m]) {
  int j0 = 0, j1 = m, i0 = 0;
#pragma omp parallel proc_bind(spread) partition(static : j = j0; j < j1; j++) map(to : x[2|0:m|1, j]) map(tofrom : y[0:n][:, j])
#pragma omp parallel for partition(static) map(tofrom : y[0:n, i][:])
  for (int i = i0; i < n; i++)
    for (int j = j0; j < j1; j++)
      y[i][j] += i * x[j] + (j > 1 ? x[j - 2] : 0) + (j + 1 < m ? x[j + 1] : 0);
}

int main(void) {
  double *a = malloc(sizeof(double) * N), *b = malloc(sizeof(double) * N), *c = malloc(sizeof(double) * N);
  int(*u)[M] = malloc(sizeof(int[N][M])), (*v)[M] = malloc(sizeof(int[N][M]));
  int *x = malloc(sizeof(int) * N), *y = malloc(sizeof(int) * N);
  for (int i = 0; i < N; i++) {
    a[i] = i % 17, b[i] = 1, c[i] = 2, x[i] = i % 31, y[i] = i;
    for (int j = 0; j < M; j++)
      u[i][j] = v[i][j] = (i * M + j) % 23;
  }
  for (int pass = 0; pass < 4; pass++) {
    stream(N, a, b, c);
    sweeps(N, 5, u, v);
    printf("sum %ld\n", sums(N, x, y));
    calls(N - pass, x);
    borders(M, N / M, x, (int(*)[N / M]) y);
  }
  stream(0, a, b, c);
  stream(1, a, b, c);
  printChecksum("a", a, sizeof(double) * N);
  printChecksum("b", b, sizeof(double) * N);
  printChecksum("c", c, sizeof(double) * N);
  printChecksum("u", u, sizeof(int[N][M]));
  printChecksum("v", v, sizeof(int[N][M]));
  printChecksum("x", x, sizeof(int) * N);
  printChecksum("y", y, sizeof(int) * N);
  free(a), free(b), free(c), free(u), free(v), free(x), free(y);
  return 0;
}
