// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks over nodes, which divide each loop between their cores and accelerators: padding goes from node to node, and
// data of a node's accelerators stays on that node. A loop with subscripts that the compiler cannot analyse reads all
// of the share; one that writes by such subscripts runs on the node's cores.
// REQUIRES: nodes, openmpi, mpich
// RUN: %serial -O2 %s -o %t.serial
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=cpu:1+emulated:1 --setting HETRT_BACKOFF_PASSES=0 --ranks 3 --mpi openmpi --schedules static,adaptive %t.serial %t
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=emulated:2 --ranks 3 --mpi mpich %t.serial %t

// RUN: env HETRT_DEVICES=node HETRT_SCHEDULE=static HETRT_NODES=devices=cpu:1+emulated:1 HETRT_BACKOFF_PASSES=0 HETRT_REPORT=json:%t.json mpirun.mpich -n 3 %t > %t.out
// RUN: %t.serial | diff - %t.out
// RUN: %reported %t.json "all(device['inside'][1]['iterations'] for region in regions[:2] for device in region['devices'][1:])"
// In each sweep, one row of 61 numbers of the stencil goes from node to node in each direction.
// RUN: %reported %t.json "sum(device['bytes_across'] for device in regions[0]['devices']) == 7 * 2 * 61 * 8"
// RUN: %reported %t.json "[device['cores_alone'] for device in regions[2]['devices'][1:]] == ['map(tofrom:)(x), line 64: a loop of the block writes it where the compiler cannot follow'] * 2"
#include <stdio.h>

enum { N = 203, M = 61, Sweeps = 7 };
static double a[N][M], b[N][M], f[N][M], x[N], y[N], value[N * 3];
static int row[N + 1], column[N * 3], same[N];

static double stencil(void) {
  double(*u)[M] = a, (*v)[M] = b, sum = 0;
  int start = 1, end = N - 1;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) firstprivate(u, v) reduction(+ : sum)             \
    map(to : f[0:N, i][:]) map(tofrom : u[1 | 0:N | 1, i][:], v[1 | 0:N | 1, i][:])
  for (int sweep = 0; sweep < Sweeps; sweep++) {
    for (int i = start; i < end; i++)
      for (int j = 1; j < M - 1; j++)
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) + f[i][j];
    for (int i = start; i < end; i++)
      sum += (int)v[i][5];
#pragma omp target update padding_update_nearby(v)
    double(*swap)[M] = u;
    u = v;
    v = swap;
  }
  return sum;
}

static void sparse(void) {
  int start = 0, end = N, nonzeros = row[N];
  double *p = x, *q = y;
  const double *all = x;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) firstprivate(all)                                 \
    map(to, segmented : value[0:nonzeros, row, i], column[0:nonzeros, row, i]) map(to, indexed : all[0:N, column, i]) \
    map(tofrom : p[0:N, i], q[0:N, i])
  for (int step = 0; step < 4; step++) {
    for (int i = start; i < end; i++) {
      q[i] = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
        q[i] += value[k] * all[column[k]];
    }
#pragma omp barrier
    for (int i = start; i < end; i++)
      p[i] += q[i] / 8;
#pragma omp target update padding_update_nearby(all)
  }
}

static void elsewhere(void) {
  int start = 0, end = N;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(to : same[0:N, i]) map(tofrom : x[0:N, i], y[0:N, i])
  {
    for (int i = start; i < end; i++)
      y[i] += x[same[i]];
    for (int i = start; i < end; i++)
      x[same[i]] += i;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 13;
    same[i] = i;
    for (int j = 0; j < M; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 11, f[i][j] = i - j;
    row[i + 1] = row[i] + i % 4;
    for (int k = row[i]; k < row[i + 1]; k++)
      value[k] = 1 + k % 3, column[k] = (i * 37 + k * 5) % N;
  }
  const double sum = stencil();
  sparse();
  elsewhere();
  double all = 0;
  for (int i = 0; i < N; i++) {
    all += (i + 1) * x[i] - y[i];
    for (int j = 0; j < M; j++)
      all += (i + 1) * a[i][j] - (j + 2) * b[i][j];
  }
  printf("%.12g %.12g\n", all, sum);
  return 0;
}
