// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP offload programs write at any index of arrays mapped by `map(tofrom:)` on the directive, by a data region, or
// whose type gives the length. --hetcc-auto splits such loops too, unless it sees a race between iterations.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 -fopenmp --hetcc-auto --hetcc-summary=%t.summary %s -o %t
// Two threads may write the same value to one element, which the emulated driver's checks would report as a race.
// RUN: %compare --setting HETCC_EMULATOR_CHECKS=0 %t.serial %t
// RUN: %compare --devices "emulated:2" --schedules static,auto --setting HETRT_WRITE=back %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary

// CHECK: difference-auto.c: 8 of 9 loops split
// CHECK: is not split: 'y' is written, and 'y[i - 1]' may read what another iteration writes

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1500, Degree = 4 };
static int pushed[N];

static void onTheDirective(int n, const int *to, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : to[0 : n], x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[to[i]] += x[i];
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 0; i < n / 2; i++) {
    const double swapped = y[2 * i];
    y[2 * i] = y[2 * i + 1];
    y[2 * i + 1] = swapped;
  }
}

static void ofType(int n, const int *to) {
#pragma omp target teams distribute parallel for map(to : to[0 : n])
  for (int i = 0; i < n; i++)
    if (to[i] % 3 == 0)
      pushed[to[i]]++;
}

// Breadth-first search as on GPUs: edges and costs stay on the devices from level to level.
static void search(int n, const int *edge, int *cost, char *active, char *updating) {
#pragma omp target data map(to : edge[0 : n * Degree]) map(tofrom : cost[0 : n], active[0 : n], updating[0 : n])
  for (int again = 1; again;) {
    again = 0;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      if (active[i]) {
        active[i] = 0;
        for (int k = 0; k < Degree; k++) {
          const int next = edge[i * Degree + k];
          if (cost[next] < 0)
            updating[next] = 1;
        }
      }
#pragma omp target teams distribute parallel for map(from : again) reduction(|| : again)
    for (int i = 0; i < n; i++)
      if (updating[i]) {
        again = again || 1;
        active[i] = 1;
        updating[i] = 0;
        cost[i] = 1;
      }
  }
}

static void inPlace(int n, int *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 1; i < n - 1; i += 2)
    y[i] = y[i - 1] + y[i + 1];
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 0; i < n / 2; i++)
    y[n - 1 - i] = y[i];
}

// With a single iteration there would be no race, but hetcc cannot know that.
static void neverMind(int n, int *y) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1];
}

static void transpose(int n, const float *from, float *to) {
#pragma omp target teams distribute parallel for map(to : from[0 : n * n]) map(from : to[0 : n * n])
  for (int k = 0; k < n * n; k++)
    to[k % n * n + k / n] = from[k];
}

int main(void) {
  int *to = malloc(N * sizeof *to), *edge = malloc(N * Degree * sizeof *edge), *cost = malloc(N * sizeof *cost);
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  char *active = calloc(N, 1), *updating = calloc(N, 1);
  float *matrix = malloc(30 * 30 * sizeof *matrix), *turned = malloc(30 * 30 * sizeof *turned);
  for (int i = 0; i < N; i++) {
    to[i] = (int)(((long long)i * 707 + 11) % N); // N and 707 are coprime, so `to` is a permutation
    x[i] = i % 19;
    y[i] = i % 7;
    cost[i] = -1;
    for (int k = 0; k < Degree; k++)
      edge[i * Degree + k] = (i * 17 + k * k * 41 + 3) % N;
  }
  for (int k = 0; k < 900; k++)
    matrix[k] = (float)(k * 13 % 101);
  for (int round = 0; round < 3; round++)
    onTheDirective(N, to, x, y), ofType(N, to);
  printChecksum("directive", y, N * sizeof *y);
  printChecksum("type", pushed, sizeof pushed);
  active[5] = 1, cost[5] = 0;
  search(N, edge, cost, active, updating);
  printChecksum("search", cost, N * sizeof *cost);
  inPlace(N, to);
  printChecksum("in place", to, N * sizeof *to);
  neverMind(2, cost);
  printChecksum("never mind", cost, 2 * sizeof *cost);
  transpose(30, matrix, turned);
  printChecksum("transpose", turned, 900 * sizeof *turned);
  free(to), free(edge), free(cost), free(x), free(y), free(active), free(updating), free(matrix), free(turned);
}
