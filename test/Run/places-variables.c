// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables in blocks over places: private variables of threads, in loops that several cores share; names that mean
// something else inside than in the block's clauses; constant bounds, `if`, an indexed array for the inner loop.
// RUN: %hetcc -O0 -w %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=1 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,gpu --devices "cpu:2,emulated:3" %t.serial %t
// RUN: env HETRT_PLACES=1 HETRT_DEVICES=cpu:2 %t > %t.out
// RUN: %t.serial | diff %t.out -

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 20000, M = 24 };

/* A scalar and a counter that each iteration sets first: private to each thread of a place's team. */
static void anew(int n, const int *x, int *y) {
  int start = 0, end = n, t, j;
#pragma omp parallel proc_bind(spread) private(t, j) partition(static : i = start; i < end; i++) map(to : x[0:n, i])    \
    map(tofrom : y[0:n, i])
  for (int i = start; i < end; i++) {
    t = x[i];
    for (j = 0; j < 3; j++)
      y[i] += t + j;
  }
}

/* A loop whose last value of a variable is used: the place's thread runs the loop itself. */
static void left(int n, const int *x, int *y) {
  int start = 0, end = n;
#pragma omp parallel proc_bind(spread) partition(static : i = start; i < end; i++) map(to : x[0:n, i])                  \
    map(tofrom : y[0:n, i])
  {
    int last = 0;
    for (int i = start; i < end; i++) {
      last = x[i];
      y[i] += last;
    }
    if (start < end)
      y[end - 1] += last;
    if (start < end)
      y[end - 1] -= last;
  }
}

/* Inside of the block, the names in its clauses (bounds, extent, row distance) mean other variables. */
static void shadowed(int n, int m, int *c, int *x) {
  int j0 = 0, j1 = m, s = 0, e = n;
#pragma omp parallel proc_bind(spread) partition(static : j = j0; j < j1; j++) map(tofrom : c[0:n][0:m, j])
  {
    int low = j0, high = j1, distance = m;
    {
      int j0 = 0, j1 = M, m = 3, n = 5;
#pragma omp parallel for partition(static) map(tofrom : c[0:e, i][:])
      for (int i = 0; i < e; i++)
        for (int j = low; j < high; j++)
          c[i * distance + j] += i + j + (j0 + j1 + m + n) * 0;
    }
  }
#pragma omp parallel proc_bind(spread) partition(static : i = s; i < e; i++) map(tofrom : x[0:n, i])
  for (int n = 0; n < 3; n++)
    for (int i = s; i < e; i++)
      x[i] += n + i;
}

/* A condition, constant bounds, and an indexed array in the inner region. */
static void others(int n, const int *column, const int *x, int *y) {
  const int start = 0, end = n;
#pragma omp parallel if (n > 10) proc_bind(spread) partition(static : i = start; i < end; i++)                          \
    map(to : column[0:n, i]) map(to, indexed : x[0:n, column, i]) map(tofrom : y[0:n, i])
  {
    for (int i = start; i < end; i++)
      y[i] ^= i;
#pragma omp parallel for partition(static) map(to : column[0:n, k]) map(to, indexed : x[0:n, column, k])               \
    map(tofrom : y[0:n, k])
    for (int k = start; k < end; k++)
      y[k] += x[column[k]];
  }
}

int main(void) {
  int *x = malloc(sizeof(int) * N), *y = malloc(sizeof(int) * N), *column = malloc(sizeof(int) * N);
  int *c = malloc(sizeof(int) * N * M);
  for (int i = 0; i < N; i++)
    x[i] = i % 31, y[i] = i, column[i] = (int)(i * 7919L % N);
  for (int i = 0; i < N * M; i++)
    c[i] = i;
  for (int pass = 0; pass < 3; pass++) {
    anew(N, x, y);
    left(N, x, y);
    shadowed(200, M, c, y);
    others(N, column, x, y);
  }
  printChecksum("y", y, sizeof(int) * N);
  printChecksum("c", c, sizeof(int) * N * M);
  free(x), free(y), free(column), free(c);
  return 0;
}
