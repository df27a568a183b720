// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A partition over a block: one thread for each device runs the block once, with the bounds of its share; loops over
// these bounds run on the device, and arrays stay there from loop to loop. If the setting names a scheduler that gives
// several ranges, 'adaptive' is used instead, with one warning.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: env HETRT_SCHEDULE=chunk %t 2>&1 >/dev/null | FileCheck %s
// CHECK: setting HETRT_SCHEDULE: 'chunk' gives a device several ranges, so blocks take 'adaptive'
// CHECK-NOT: HETRT_SCHEDULE

#include "Inputs/checksum.h"
#include <stdlib.h>

/* Several loops, variables declared in the block, a reduction. */
static long several(int n, const int *x, int *y, long *z) {
  int start = 0, end = n;
  long sum = 0;
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(to : x[0:n, i])                    \
    map(tofrom : y[0:n, i]) map(from : z[0:n, i]) reduction(+ : sum)
  {
    int factor = 3;
    for (int i = start; i < end; i++)
      y[i] += factor * x[i];
    for (int round = 0; round < 4; round++) {
      for (int j = start; j < end; j++) {
        y[j] += round;
        sum += y[j];
      }
      factor++;
    }
    for (int k = start; k < end; k++)
      z[k] = (long)factor * y[k];
  }
  return sum;
}

/* Arrays whose pointers are swapped: a loop finds its array by the address. These sweeps read no elements of neighbours. */
static void exchanged(int n, int m, int (*u)[m], int (*v)[m]) {
  int first = 1, last = n - 2;
#pragma omp parallel partition(static : row = first; row <= last; row++) map(tofrom : u[0:n, row][0:m], v[0:n, row][:]) \
    firstprivate(u, v)
  for (int sweep = 0; sweep < 3; sweep++) {
    for (int row = first; row <= last; row++)
      for (int j = 1; j < m - 1; j++)
        v[row][j] = u[row][j - 1] + u[row][j + 1] + sweep;
    int(*swap)[m] = u;
    u = v;
    v = swap;
  }
}

/* Columns, from the last to the first, with a step. */
static void columns(int n, int m, int (*a)[m]) {
  int from = m - 1, to = 0;
#pragma omp parallel partition(adaptive : j = from; j >= to; j -= 3) map(tofrom : a[0:n][0:m, j])
  {
    for (int j = from; j >= to; j -= 3)
      for (int i = 0; i < n; i++)
        a[i][j] += i * j;
  }
}

int main(void) {
  enum { N = 331, M = 29 };
  int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  long *z = malloc(N * sizeof *z);
  for (int i = 0; i < N; i++)
    x[i] = i * 13 % 71, y[i] = i, z[i] = -1;
  for (int n = N; n >= 0; n = n > 5 ? n / 3 : n - 1) { /* also fewer iterations than devices, and none */
    long sum = several(n, x, y, z);
    printChecksum("sum", &sum, sizeof sum);
  }
  printChecksum("y", y, N * sizeof *y);
  printChecksum("z", z, N * sizeof *z);
  int(*u)[M] = malloc(sizeof(int[N][M])), (*v)[M] = malloc(sizeof(int[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = i * j % 97, v[i][j] = i - j;
  exchanged(N, M, u, v);
  printChecksum("u", u, sizeof(int[N][M]));
  printChecksum("v", v, sizeof(int[N][M]));
  columns(N, M, u);
  printChecksum("columns", u, sizeof(int[N][M]));
  free(x), free(y), free(z), free(u), free(v);
}
