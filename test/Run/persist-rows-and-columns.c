// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over rows and loops over columns of a persistent array share the copies: after the first loop each of two
// devices lacks a quarter of the array, after the second one nothing, until another device or the host writes.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json HETRT_TRACE=%t.trace %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
// RUN: %reported %t.json "all(d['bytes_across'] == [0, 32*32*8, 0, 32*32*8][i] for i, r in enumerate(regions) for d in r['devices'][1:])"
// RUN: %reported %t.json "all(d['bytes_in'] == [32*64*8, 0, 32*8, 0][i] for i, r in enumerate(regions) for d in r['devices'][1:])"
// RUN: %traced %t.trace --report %t.json "sum(bytes_of('moved across', each) for each in ('a',)) == sum(reported(each, 'bytes_across') for each in ('emulated:0', 'emulated:1'))"
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
// RUN: %reported %t.json "all(d['bytes_across'] == [0, 32*32*8, 0, 32*32*8][i] for i, r in enumerate(regions) for d in r['devices'][1:])"
// RUN: %reported %t.json "all(d['bytes_out'] == [10*32*8, 10*32*8, 0, 32*8][i] for i, r in enumerate(regions) for d in r['devices'][1:])"
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=dynamic %t > %t.out 2>&1
// RUN: diff %t.out %t.expected
#include "Inputs/checksum.h"

enum { N = 64 };
static double a[N][N], rows[N], columns[N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i + 0.5 * j;
  for (int round = 0; round < 10; round++) {
#pragma omp parallel for hetero(1) persist(a) part_copyin(a[1:N][0:N]) part_copyout(rows[1:N])
    for (int i = 0; i < N; i++) {
      rows[i] = 0;
      for (int j = 0; j < N; j++)
        rows[i] += a[i][j];
    }
#pragma omp parallel for hetero(1) persist(a) part_copyin(a[0:N][1:N]) part_copyout(columns[1:N])
    for (int j = 0; j < N; j++) {
      columns[j] = 0;
      for (int i = 0; i < N; i++)
        columns[j] += a[i][j];
    }
  }
  // Elements that the loop over columns wrote move to the devices that read them as rows.
#pragma omp parallel for hetero(1) persist(a) part_copy(a[0:N][1:N]) part_copyin(columns[1:N])
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] += columns[j];
#pragma omp parallel for hetero(1) persist(a) part_copyin(a[1:N][0:N]) part_copyout(rows[1:N])
  for (int i = 0; i < N; i++) {
    rows[i] = 0;
    for (int j = 0; j < N; j++)
      rows[i] += a[i][j];
  }
#pragma omp depersist(a)
  printChecksum("a", a, sizeof a);
  printChecksum("rows", rows, sizeof rows);
  printChecksum("columns", columns, sizeof columns);
  return 0;
}
