// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations may write fewer elements than the loop's subscripts reach: the other elements may be written by another
// thread while devices compute, or may not exist. Elements that a device has not changed are not written back.
// RUN: %hetcc -O1 -Werror=hetcc-host-only %s -o %t -pthread && %serial -O1 %s -o %t.serial -pthread
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "iterations('emulated') >= 300 * 300"
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK: no accelerator in {{.*}} passes: 'y', line [[#]]: how long the array is is not known: iterations use at most 4800 bytes from address 0x0 on, but conditions may keep them from some, and not all of these bytes can be read
#include "Inputs/checksum.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N = 600, Rounds = 300, Page = 4096 };
static int flag[N];

static void masked(int n, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (flag[i])
      y[i] += i % 5;
}

/// Rows of which some columns are written.
static void rows(int n, int m, int (*y)[7]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (flag[i] != j % 2)
        y[i][j] += j;
}

/// Columns in all rows of the array, so that a device has all of it.
static void columns(int n, int (*y)[N]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      if (flag[i] != j % 2)
        y[j][i] += j + 1;
}

static double shared[N];

static void maskedShared(void) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    if (flag[i])
      shared[i] += i % 5;
}

/// A thread outside of OpenMP writes the other elements.
static void *others(void *unused) {
  for (int round = 0; round < Rounds * 20; round++)
    for (int i = 0; i < N; i++)
      if (!flag[i])
        shared[i] += 1;
  return unused;
}

int main(void) {
  double *y = calloc(N, sizeof *y);
  int(*table)[7] = calloc(N, sizeof *table), (*across)[N] = calloc(3, sizeof *across);
  for (int i = 0; i < N; i++)
    flag[i] = i % 3 == 1;
  masked(N, y);
  rows(N, 7, table);
  columns(N, across);
  printChecksum("masked", y, N * sizeof *y);
  printChecksum("rows", table, N * sizeof *table);
  printChecksum("columns", across, 3 * sizeof *across);

  pthread_t other;
  pthread_create(&other, 0, others, 0);
  for (int round = 0; round < Rounds; round++)
    maskedShared();
  pthread_join(other, 0);
  printChecksum("shared", shared, sizeof shared);

  // The subscripts may reach beyond the array into memory that can only be read.
  memset(flag, 0, sizeof flag);
  for (int i = 0; i < 500; i++)
    flag[i] = i % 7 == 2;
  char *pages = mmap(0, 3 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 2 * Page, Page, PROT_NONE);
  double *last = (double *)(pages + 2 * Page) - 500;
  mprotect(pages + Page, Page, PROT_READ);
  masked(N, (double *)(pages + Page) - 500);
  printChecksum("before the end", pages, Page);

  // An array that ends at the end of its pages, and a null pointer.
  mprotect(pages + Page, Page, PROT_READ | PROT_WRITE);
  masked(N, last);
  printChecksum("at the end", last, 500 * sizeof *last);
  memset(flag, 0, sizeof flag);
  masked(N, 0);
  free(y), free(table), free(across);
}
