// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body may access arrays through pointers, members and conditional expressions. Elements written in this way are
// written back, and an output that is read first is copied in.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 997, M = 8 };
struct record {
  int values[3];
  int key;
};
static struct record records[N];
static double x[N], y[N], a[N], b[N], rows[N][64], flat[N * M];

int main(void) {
  int m = M;
  for (int i = 0; i < N; i++)
    y[i] = i, a[i] = 2 * i, b[i] = 3 * i;
  for (int i = 0; i < N * M; i++)
    flat[i] = 7;

#pragma omp parallel for hetero(1) part_copy(records[1:N])
  for (int i = 0; i < N; i++)
    records[i].values[1] = i + 1;

#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    double *p;
    p = x + i;
    *p = 2 * i;
  }

#pragma omp parallel for hetero(1) part_copyout(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] = y[i] + 1;

#pragma omp parallel for hetero(1) part_copyout(flat[1:N][0:m])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < m; j++) {
      flat[i * m + j] = i;
      j++;
    }

#pragma omp parallel for hetero(1) part_copy(a[1:N], b[1:N])
  for (int i = 0; i < N; i++)
    (i % 2 ? a : b)[i] = -1;

  // The clause names half of each row: the row distance is still the declared one.
#pragma omp parallel for hetero(1) part_copy(rows[1:N][0:32])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 32; j++)
      rows[i][j] += i * j;

  printChecksum("records", records, sizeof records);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("flat", flat, sizeof flat);
  printChecksum("a", a, sizeof a);
  printChecksum("b", b, sizeof b);
  printChecksum("rows", rows, sizeof rows);
}
