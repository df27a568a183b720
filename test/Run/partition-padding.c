// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jacobi sweeps in one block: the fields stay on the devices, and after each sweep neighbours exchange a row of
// padding, directly or through the host. Nothing else moves until the block ends.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
//
// Three devices, rows of 41 longs, 5 sweeps of the first function: shares and padding move in, shares move out. In each
// sweep the middle device receives two rows and each outer one a row, directly from device to device:
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "[d['bytes_across'] for d in regions[0]['devices'] if d['kind'] != 'cpu'] == [5 * 41 * 8, 5 * 2 * 41 * 8, 5 * 41 * 8]"
// RUN: %reported %t.json "sum(d['bytes_in'] for d in regions[0]['devices']) == 2 * (99 + 2 * 3) * 41 * 8"
// RUN: %reported %t.json "sum(d['bytes_out'] for d in regions[0]['devices']) == 2 * 99 * 41 * 8"
// Between a core and a device, each row is copied from or to the host's array.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "sum(d['bytes_out'] for d in regions[0]['devices']) == (2 * 49 + 5) * 41 * 8"

#include "Inputs/checksum.h"
#include <stdlib.h>

static void direct(int n, int m, long (*u)[m], long (*v)[m]) {
  int start = 1, end = n - 1;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[1|0:n|1, i][:], v[1|0:n|1, i][:])      \
    firstprivate(u, v)
  for (int sweep = 0; sweep < 5; sweep++) {
    for (int i = start; i < end; i++)
      for (int j = 1; j < m - 1; j++)
        v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4 + sweep;
#pragma omp target update padding_update_nearby(v)
    long(*swap)[m] = u;
    u = v;
    v = swap;
  }
}

/* Padding of one column on one side only, through the host's array. */
static void overHost(int n, int m, long (*u)[m], long (*v)[m]) {
  int from = 0, to = m - 2;
#pragma omp parallel devices(any) partition(adaptive : j = from; j < to; j++) firstprivate(u, v)                       \
    map(tofrom : u[0:n][|0:m|2, j], v[0:n][|0:m|2, j])
  for (int sweep = 0; sweep < 4; sweep++) {
#pragma omp bind_partition(j)
    for (int j = from; j < to; j++)
      for (int i = 0; i < n; i++)
        v[i][j] = u[i][j] + u[i][j + 2] * sweep;
#pragma omp target update padding_from(v)
#pragma omp target update padding_to(v)
    long(*swap)[m] = u;
    u = v;
    v = swap;
  }
}

int main(void) {
  enum { N = 101, M = 41 };
  long(*u)[M] = malloc(sizeof(long[N][M])), (*v)[M] = malloc(sizeof(long[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = v[i][j] = 1000 * (i + 1) * (j + 3) % 4099;
  for (int pass = 0; pass < 3; pass++) {
    if (pass == 0)
      direct(N, M, u, v);
    overHost(N, M, u, v);
    printChecksum("u", u, sizeof(long[N][M]));
    printChecksum("v", v, sizeof(long[N][M]));
  }
  free(u), free(v);
}
