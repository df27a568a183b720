// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which iterations may read elements under conditions that depend on data. hetcc finds how far the reads may
// go, and the runtime copies what can be read: the loops are divided. If some of it cannot be read, as behind the end
// of a mapping, or at a null pointer, the cores run the loop, as a plain program does, and the report says why.
// RUN: %hetcc -O1 -Werror=hetcc-host-only %s -o %t && %serial -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "iterations('emulated') >= 4 * 300"
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK: guarded-reads.c:[[#]]: static
// CHECK: no accelerator in {{.*}} passes: 'x', line [[#]]: how long the array is is not known: iterations use at most 4800 bytes from address 0x{{[0-9a-f]+}} on, but conditions may keep them from some, and not all of these bytes can be read
#include "Inputs/checksum.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 600, Page = 4096 };
static int flag[N];
static double y[N];

static void flagged(int n, const double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = flag[i] ? 3 * x[i] : y[i] + 1;
}

static void neighbour(int n, const double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[i] = y[i] + x[i];
    if (flag[i])
      y[i] -= x[i + 1];
  }
}

static void leavesEarly(int n, const double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += x[j];
      if (sum > 10 * i)
        break;
    }
    y[i] += sum;
  }
}

static void segments(int n, const int *row, const double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += x[k];
}

/// The bounds of other accesses, and the pointers to these bounds, may be invalid where no iteration reads them.
static void flaggedSegments(int n, const int *row, const double *x) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (flag[i])
      for (int k = row[i]; k < row[i + 1]; k++)
        y[i] += x[k];
}

static void flaggedRows(int n, double **rows) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (flag[i])
      y[i] += rows[i][3];
}

int main(void) {
  int *row = malloc((N + 1) * sizeof *row);
  double *x = malloc((N + 1) * sizeof *x);
  for (int i = 0; i <= N; i++) {
    x[i] = i % 13;
    row[i] = i / 3 * 3; // most segments are empty
    if (i < N)
      flag[i] = i % 7 == 2 && i < N - 1;
  }
  flagged(N, x);
  neighbour(N, x);
  leavesEarly(N, x);
  segments(N, row, x);
  printChecksum("y", y, sizeof y);

  // A null pointer and an inaccessible mapping, which no iteration reads.
  memset(flag, 0, sizeof flag);
  void *none = mmap(0, 64 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  flagged(N, 0);
  flagged(N, none);
  flaggedSegments(N, 0, x);
  flaggedSegments(N, none, x);
  flaggedRows(N, 0);
  flaggedRows(N, none);
  printChecksum("none", y, sizeof y);

  // An array that ends where its pages end: elements behind it cannot be read, and no iteration reads them.
  char *pages = mmap(0, 3 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 2 * Page, Page, PROT_NONE);
  double *last = (double *)(pages + 2 * Page) - 500;
  for (int i = 0; i < 500; i++)
    last[i] = i % 5;
  for (int i = 0; i < N; i++)
    flag[i] = i % 7 == 2 && i < 500;
  flagged(N, last);
  printChecksum("at the end", y, sizeof y);
}
