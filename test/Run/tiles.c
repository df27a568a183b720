// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over rows that the threads of a GPU block copy to shared memory in tiles: sizes that are no multiple of a tile,
// windows of one iteration, several dimensions, bounds and steps of every kind. For some numbers of lanes, and for
// arrays with two names, the loop runs without tiles; the result is always the serial one.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32 --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'by tiles' | FileCheck --check-prefix=TILES %s
// TILES: 5
#include "Inputs/checksum.h"

enum { MOST = 70 };
static long a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];
static double real[MOST][MOST], weight[MOST][MOST], sums[MOST][MOST];
static short small[MOST * MOST], result[MOST * MOST];

static void product(int n, int m, const long *x, const long *y, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n * m], y[0 : n * m]) part_copy(z[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      long sum = 1;
      for (int k = 0; k < m; k++)
        sum += x[i * m + k] * y[j * m + k] - y[i * m + k] * k;
      z[i * n + j] = 3 * z[i * n + j] + sum;
    }
}

static void downwards(int n, int m) {
  int j, k;
#pragma omp parallel for hetero(1) map(to : real, weight) part_copyout(sums[1:MOST][0:MOST]) private(j, k)
  for (int i = n - 1; i >= 0; i--)
    for (j = m - 2; j >= 1; j -= 3) {
      double sum = 0;
      for (k = 2; k <= m - 2; k++)
        sum += real[i][k + 1] * weight[j + 1][k - 2];
      if (sum > 0)
        sums[i][j] = sum;
      else
        sums[i][j] = -1;
    }
}

static void narrow(short n, unsigned char m, const short *x, short *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : MOST * MOST]) part_copyout(z[1:n][0:MOST])
  for (short i = 0; i < n; i += 2)
    for (unsigned char j = 0; j < m; j++) {
      int sum = 0;
      for (short k = 0; k < n; ++k)
        sum ^= x[i * MOST + k] + x[j * MOST + k];
      z[i * MOST + j] = (short)sum;
    }
}

/* The loop over k has zero iterations. */
static void empty(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : MOST * MOST]) part_copyout(z[1:MOST][0:MOST])
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < MOST; j++) {
      long sum = i - j;
      for (int k = 0; k < n; k++)
        sum += x[j * MOST + k];
      z[i * MOST + j] = sum;
    }
}

/* x and z are parts of one array: elements read ahead would be out of date. */
static void inPlace(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n * n]) part_copy(z[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      long sum = 0;
      for (int k = 0; k < n; k++)
        sum += x[j * n + k];
      z[i * n + j] += sum % 5;
    }
}

int main(void) {
  for (int k = 0; k < MOST * MOST; k++) {
    a[k] = k * 7919L % 1009 - 500, b[k] = k % 13, c[k] = k % 5, small[k] = (short)(k * 31 % 4001);
    real[k / MOST][k % MOST] = (k * 31 % 64 - 32) / 8.0, weight[k / MOST][k % MOST] = k % 7 - 3;
  }
  product(61, 70, a, b, c);
  printChecksum("product", c, sizeof c);
  product(33, 1, a, b, c);
  printChecksum("one column", c, sizeof c);
  product(1, 64, a, b, c);
  printChecksum("one row", c, sizeof c);
  downwards(67, 69);
  printChecksum("downwards", sums, sizeof sums);
  narrow(65, 70, small, result);
  printChecksum("narrow", result, sizeof result);
  empty(0, a, c);
  printChecksum("empty", c, sizeof c);
  empty(MOST, a, c);
  printChecksum("full", c, sizeof c);
  inPlace(40, a, c);
  printChecksum("in place", c, sizeof c);
}
