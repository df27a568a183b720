// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks whose threads work on their own copies, under the arrays' names: rows whose pointers are swapped, columns,
// arrays with rows of variable length, sparse matrices, full copies, padding that goes through the program's array.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: env HETRT_DEVICES=cpu:2 %t --look | FileCheck %s
// CHECK: 2 threads had copies
// RUN: env HETRT_DEVICES=cpu:2 HETRT_MEMORY_POLICY=migrate %t --look | FileCheck %s --check-prefix=OVERRIDDEN
// OVERRIDDEN: 0 threads had copies
//
// An accelerator that fails before it has computed leaves its share to its thread, which uses the program's array, next
// to threads with copies.
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=die=copyin:1 %t 2>%t.err | diff %t.expected -
// RUN: FileCheck %s --input-file %t.err --check-prefix=FAULT
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=die=launch:1 %t 2>%t.err | diff %t.expected -
// RUN: FileCheck %s --input-file %t.err --check-prefix=FAULT
// FAULT: emulated:0 is left out from now on, and its share runs elsewhere
//
// The same with clang's OpenMP runtime.
// RUN: %if libomp && clang %{ env HETCC_HOST_CC=%clang %hetcc -O2 %s -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t.clang %}
// RUN: %if libomp && clang %{ %compare --schedules static %t.serial %t.clang %}

#include "Inputs/checksum.h"
#include <stdlib.h>
#include <string.h>

static void rows(int n, int m, long (*u)[m], long (*v)[m]) {
  int start = 1, end = n - 1;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[1|0:n|1, i][:], v[1|0:n|1, i][:])      \
    firstprivate(u, v) memory(replicate)
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

/* Padding goes through the program's array. Copies of columns keep the array's row distance. */
static void columns(int n, int m, long (*u)[m], long (*v)[m]) {
  int from = 0, to = m - 2;
#pragma omp parallel devices(any) partition(adaptive : j = from; j < to; j++) firstprivate(u, v)                       \
    map(tofrom : u[0:n][|0:m|2, j], v[0:n][|0:m|2, j]) memory(replicate)
  for (int sweep = 0; sweep < 4; sweep++) {
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

/* Arrays instead of pointers; a table as a full copy; a static array that only some threads change. */
static long declared(int n, int m) {
  long a[n][m], sum = 0;
  static int table[64];
  for (int i = 0; i < 64; i++)
    table[i] = i * 7 % 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i - j;
  int start = n - 1, end = 0;
#pragma omp parallel partition(static : i = start; i >= end; i -= 2) map(tofrom : a[0:n, i][0:m]) map(to : table[0:64]) \
    memory(replicate) reduction(+ : sum)
  for (int round = 0; round < 3; round++)
    for (int i = start; i >= end; i -= 2)
      for (int j = 0; j < m; j++) {
        a[i][j] += table[(i + j) % 64];
        sum += a[i][j];
      }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum = 31 * sum + a[i][j];
  return sum;
}

/* There are no copies of an indexed array: threads use the program's array. */
static void sparse(int n, const int *row, int nonzeros, const int *column, const long *value, long *p, long *q) {
  const long *all = p;
  int start = 0, end = n;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) firstprivate(all) memory(replicate)                 \
    map(to, segmented : value[0:nonzeros, row, i], column[0:nonzeros, row, i])                                         \
    map(to, indexed : all[0:n, column, i]) map(tofrom : p[0:n, i]) map(from : q[0:n, i])
  for (int step = 0; step < 6; step++) {
    for (int i = start; i < end; i++) {
      q[i] = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
        q[i] += value[k] * all[column[k]];
    }
#pragma omp barrier
    for (int i = start; i < end; i++)
      p[i] = (p[i] + q[i]) % 1000003;
#pragma omp target update padding_update_nearby(all)
  }
}

/* Inside of the block, the program's array has old values of other threads' elements. */
static int threadsWithCopies(int n, int *x) {
  int start = 0, end = n, *outside = x, with = 0;
#pragma omp parallel devices(cpu) partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i]) memory(replicate) \
    reduction(+ : with)
  {
    for (int i = start; i < end; i++)
      x[i] = 5;
#pragma omp barrier
    with += start < end && outside[start] == 0;
  }
  return with;
}

int main(int argc, char **argv) {
  enum { N = 101, M = 41 };
  if (argc > 1 && strcmp(argv[1], "--look") == 0) {
    int *x = calloc(1000, sizeof *x);
    printf("%d threads had copies\n", threadsWithCopies(1000, x));
    for (int i = 0; i < 1000; i++)
      if (x[i] != 5)
        return 1;
    free(x);
    return 0;
  }
  long(*u)[M] = malloc(sizeof(long[N][M])), (*v)[M] = malloc(sizeof(long[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = v[i][j] = 1000 * (i + 1) * (j + 3) % 4099;
  for (int pass = 0; pass < 3; pass++) {
    rows(N - 40 * pass, M, u, v);
    columns(N, M, u, v);
    printChecksum("u", u, sizeof(long[N][M]));
    printChecksum("v", v, sizeof(long[N][M]));
    printf("declared %ld\n", declared(57 - 28 * pass, 23));
  }
  free(u), free(v);

  int row[N + 1], nonzeros = 0, *column = malloc(9 * N * sizeof *column);
  long *value = malloc(9 * N * sizeof *value), p[N], q[N];
  for (int i = 0; i < N; i++) {
    row[i] = nonzeros;
    p[i] = i, q[i] = -1;
    for (int k = 0; k < i * 5 % 9; k++, nonzeros++)
      column[nonzeros] = (i * 31 + k * 17) % N, value[nonzeros] = (i + k) % 7 - 2;
  }
  row[N] = nonzeros;
  sparse(N, row, nonzeros, column, value, p, q);
  printChecksum("p", p, sizeof p);
  printChecksum("q", q, sizeof q);
  free(column), free(value);
}
