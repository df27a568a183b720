// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `target update` moves exactly what it names: several items on one directive do not undo each other, host writes
// beside them stay, columns of a matrix move as columns, and an element as an element.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:1 HETRT_REPORT=json:%t.json %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
// RUN: %reported %t.json "[d['bytes_in'] for d in devices('emulated')] == [1000*4, 2*4, 1*4, 40*40*4, 40*4, 1000*4, 49*4]"
// RUN: env HETRT_WRITE=through HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
#include "Inputs/checksum.h"

enum { N = 1000, M = 40 };
static int x[N], m[M][M];

static void twoItems(void) {
#pragma omp target data map(tofrom : x[0:N])
  {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      x[i] += i;
    x[0] = 77;
    x[N - 1] = 88;
#pragma omp target update to(x[0:1], x[N - 1:1])
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      x[i] += 1;
    // The host writes x[3], and then asks for another element.
    x[3] = 99;
#pragma omp target update from(x[1:1])
    x[3] += x[1];
#pragma omp target update to(x[3])
#pragma omp parallel for hetero(1) part_copyin(x[1:10]) part_copyout(m[1:10][0:M])
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < M; j++)
        m[i][j] = x[i];
  }
}

static void columns(void) {
#pragma omp target data map(tofrom : m[0:M][0:M])
  {
#pragma omp parallel for hetero(1) part_copy(m[1:M][0:M])
    for (int i = 0; i < M; i++)
      for (int j = 0; j < M; j++)
        m[i][j] += i * j;
#pragma omp target update from(m[0:M][1:1])
    for (int i = 0; i < M; i++)
      m[i][1] = 3 * m[i][1] + i;
#pragma omp target update to(m[0:M][1:1])
#pragma omp parallel for hetero(1) part_copy(m[1:M][0:M])
    for (int i = 0; i < M; i++)
      for (int j = 0; j < M; j++)
        m[i][j] += 1;
  }
}

static void exchange(void) {
#pragma omp target data map(tofrom : x[0:N])
  {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      x[i] ^= i;
    for (int round = 0; round < 50; round++) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
      for (int i = 0; i < N; i++)
        x[i] += round;
#pragma omp target update from(x[1:1])
      x[0] = x[1];
#pragma omp target update to(x[0:1])
    }
  }
}

int main(void) {
  twoItems();
  columns();
  exchange();
  printChecksum("x", x, sizeof x);
  printChecksum("m", m, sizeof m);
  return 0;
}
