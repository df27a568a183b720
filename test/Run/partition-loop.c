// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On a loop, partition() and devices() mean what hetero() means, and map() what part_copy() means: a dimension follows the loop's iterator,
// padding (halo) may differ on the two sides, and bounds that are left out come from the array or the loop.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "regions[0]['devices'][1]['bytes_in'] == (500 + 497) * 4"

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>

enum { N = 500, M = 37 };
static int table[N];

static long lopsided(int n, const int *x, int *z) {
  long sum = 0;
#pragma omp parallel for HETCC(partition(adaptive) devices(any) map(to : x[1|0:n|2, i], table[:, i])                   \
                                   map(from : z[:, i])) reduction(+ : sum)
  for (int i = 1; i < n - 2; i++) {
    z[i] = x[i - 1] + 2 * x[i] + 3 * x[i + 1] + 4 * x[i + 2] + table[i];
    sum += z[i];
  }
  return sum;
}

/* Columns of a matrix, and rows whose length its type gives. */
static void columns(int n, int m, const int (*a)[m], int (*b)[m]) {
#pragma omp target teams distribute parallel for HETCC(devices(OMP_TYPE_ALL, *) partition(dynamic)                     \
                                                           map(to : a[0:n][|:|1, j]) map(tofrom : b[0:n][:, j]))
  for (int j = 0; j < m - 1; j++)
    for (int i = 0; i < n; i++)
      b[i][j] += a[i][j + 1];
}

static void backwards(int n, int *x) {
#pragma omp parallel for HETCC(devices(cpu) partition map(tofrom : x[:, i]))
  for (int i = n - 1; i >= 7; i -= 3)
    x[i] += i;
}

int main(void) {
  int *x = malloc(N * sizeof *x), *z = malloc(N * sizeof *z);
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 101, table[i] = i % 13, z[i] = -1;
  printChecksum("sum", &(long){lopsided(N, x, z)}, sizeof(long));
  printChecksum("z", z, N * sizeof *z);
  int(*a)[M] = malloc(sizeof(int[N][M])), (*b)[M] = malloc(sizeof(int[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = i * j % 97, b[i][j] = i - j;
  columns(N, M, (const int(*)[M])a, b);
  printChecksum("b", b, sizeof(int[N][M]));
  backwards(N, x);
  printChecksum("x", x, N * sizeof *x);
  free(x), free(z), free(a), free(b);
}
