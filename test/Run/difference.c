// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes that no window describes: permutations, graphs, neighbours' elements, members of one struct written by
// different iterations, masks. Without a clause, each device works on a copy of the whole array, and the bytes that it
// has changed are written back. Loops before and after use the array by windows, in data regions too.
// RUN: %hetcc -O2 -Werror=hetcc-host-only -Wno-hetcc-whole-copies %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// Two threads may write the same value to one element, which the emulated driver's checks would report as a race.
// RUN: %compare --setting HETCC_EMULATOR_CHECKS=0 %t.serial %t
// RUN: %compare --devices "emulated:2;cpu:2,emulated:3" --schedules static,adaptive,chunk,guided,auto --setting HETRT_WRITE=back %t.serial %t
// RUN: %compare --devices "emulated:2" --schedules static,split --setting HETRT_HOST_THREAD=collaborative %t.serial %t
// If a device fails, others compute its range, without any of its changes. One warning says so.
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static "HETRT_EMULATED=fail=copyout:3;die=launch:4" %t > %t.faults 2> %t.err
// RUN: diff %t.faults %t.expected
// RUN: FileCheck %s --check-prefix FAULT < %t.err
// FAULT: is left out from now on, and its share runs elsewhere
// If a device has no memory for the array, it gets no share of the loop.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=memory=6K %t > %t.small 2> %t.small.err
// RUN: diff %t.small %t.expected
// RUN: FileCheck %s --check-prefix ROOM < %t.small.err
// ROOM: has not enough memory for the region's arrays, and its share runs elsewhere

#include "Inputs/checksum.h"
#include <math.h>
#include <stdlib.h>

enum { N = 2003, Degree = 5 };

static int to[N], edge[N * Degree], level[N];
static double x[N], y[N], twice[2 * N];
static unsigned char mask[N], updating[N];

struct Pair {
  short a;
  char b; /* padding follows */
  int c;
};
static struct Pair pairs[N];

static void permute(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[to[i]] = 2 * x[i] + y[to[i]];
}

// Values with other bytes that compare equal (-0.0), and NaN.
static void special(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[to[i]] = i % 3 == 0 ? -0.0 : i % 3 == 1 ? NAN : y[to[i]];
}

static void neighbours(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i ^ 1] += x[i];
}

static void halves(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    twice[i] = x[i];
    twice[i + n] = -x[i];
  }
}

static void backwards(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[n - 1 - i] += x[i];
}

static void members(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    pairs[i].a = (short)(pairs[i].a + i);
    pairs[to[i]].b = (char)i;
    pairs[(i + 1) % n].c -= i;
  }
}

static void masks(int n) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (mask[i]) {
      mask[i] = 0;
      for (int k = i * Degree; k < (i + 1) * Degree; k++)
        updating[edge[k]] = 1;
    }
}

// All iterations that reach an element write the same value, and set a flag that there was one.
static int relax(int n, int depth) {
  int again[1] = {0};
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (level[i] == depth)
      for (int k = i * Degree; k < (i + 1) * Degree; k++)
        if (level[edge[k]] < 0) {
          level[edge[k]] = depth + 1;
          again[0] = 1;
        }
  return again[0];
}

static void redBlack(int n, int colour) {
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n - 1; i++)
    if (i % 2 == colour)
      x[i] = 0.5 * (x[i - 1] + x[i + 1]);
}

// Gaussian elimination in place, without pivots: all iterations read row i, and write the rows below.
static double lu[40][40];
static void eliminate(int n) {
  for (int i = 0; i < n - 1; i++)
#pragma omp parallel for hetero(1)
    for (int j = i + 1; j < n; j++) {
      lu[j][i] /= lu[i][i];
      for (int k = i + 1; k < n; k++)
        lu[j][k] -= lu[j][i] * lu[i][k];
    }
}

// An array of indices names the rows that are written.
static void rows(int m, const int *which, double (*out)[8], const double *in) {
#pragma omp parallel for hetero(1) map(tofrom : out[0 : m][0 : 8])
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 8; j++)
      out[which[i]][j] += in[i] * j;
}

// Devices keep the array for loops with windows; the loop between them that scatters must be right too.
static void inDataRegion(int n) {
#pragma omp target data map(tofrom : y[0 : N]) map(to : to, x)
  {
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
      y[i] = y[i] * 0.5 + 1;
#pragma omp parallel for hetero(1) map(tofrom : y[0 : N])
    for (int i = 0; i < n; i++)
      y[to[i]] -= x[i];
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  }
}

static void followed(int n) {
#pragma omp parallel for hetero(1) persist(y) part_copy(y[1 : n])
  for (int i = 0; i < n; i++)
    y[i] = y[i] > 100 ? 1 : y[i] + 3;
}

static void reset(void) {
  for (int i = 0; i < N; i++) {
    to[i] = (int)(((long long)i * 977 + 13) % N);
    x[i] = i % 17 - 8;
    y[i] = i % 5;
    mask[i] = i % 11 == 3;
    level[i] = i == 5 ? 0 : -1;
    for (int k = 0; k < Degree; k++)
      edge[i * Degree + k] = (int)(((long long)i * 31 + k * k * 97 + 7) % N);
  }
}

int main(void) {
  reset();
  for (int round = 0; round < 3; round++) {
    permute(N);
    printChecksum("permute", y, sizeof y);
    neighbours(N - 1);
    printChecksum("neighbours", y, sizeof y);
    followed(N);
    neighbours(N - 1);
    backwards(N);
#ifdef __HETCC__
#pragma omp depersist(y)
#endif
    printChecksum("backwards", y, sizeof y);
    inDataRegion(N);
    printChecksum("data region", y, sizeof y);
    redBlack(N, round % 2);
    printChecksum("red-black", x, sizeof x);
  }
  halves(N);
  printChecksum("halves", twice, sizeof twice);
  special(N);
  int ofZeros = 0, none = 0;
  for (int i = 0; i < N; i++) {
    ofZeros += y[i] == 0 && signbit(y[i]);
    none += y[i] != y[i];
  }
  printf("%d -0, %d nan\n", ofZeros, none);
  members(N);
  members(N);
  long long sum = 0;
  for (int i = 0; i < N; i++)
    sum += (i % 7 + 1) * (pairs[i].a + 3 * pairs[i].b + 5ll * pairs[i].c);
  printf("members %lld\n", sum);
  masks(N);
  int depth = 0;
  while (relax(N, depth))
    depth++;
  long long reached = 0, marked = 0;
  for (int i = 0; i < N; i++) {
    reached += level[i] * (i % 13 + 1);
    marked += updating[i] * (i % 13 + 1) + 20 * mask[i];
  }
  printf("%d levels %lld, marked %lld\n", depth, reached, marked);
  for (int i = 0; i < 40; i++) // a product of unit triangular matrices, so that all results are exact
    for (int j = 0; j < 40; j++)
      for (int k = 0; k <= i && k <= j; k++)
        lu[i][j] += (i == k ? 1 : (i + k) % 3) * (k == j ? 1 : (k * 2 + j) % 3 - 1);
  eliminate(40);
  printChecksum("lu", lu, sizeof lu);
  double(*out)[8] = calloc(50, sizeof *out);
  int which[50];
  for (int i = 0; i < 50; i++)
    which[i] = (i * 7 + 3) % 50;
  rows(50, which, out, x);
  printChecksum("rows", out, 50 * sizeof *out);
  free(out);
}
