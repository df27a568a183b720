// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops whose lengths are in an array that is shorter than the loop; a guard keeps the program from the lengths
// that are missing. The runtime cannot read the lengths of all iterations then. Each loop steps through one row of the
// flat array after the other, and leaves the row if its length says so: a device needs the elements behind it too.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O1 -w %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out 2> %t.err && count 0 < %t.err
// RUN: %reported %t.json "iterations('cpu') == 0"
// CHECK: 4 of 4 loops split

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 640, LENGTHS = 600 };

static size_t counts[LENGTHS];
static long lengths[LENGTHS];
static unsigned has[N];

static void fromFirst(int n, long *x, const int *at) {
#pragma omp parallel for
  for (int i = 2; i < n; i++)
    if (has[i])
      for (long k = 1; k < (int)counts[i]; k++)
        x[i] += at[2 * i + k];
}

static void fromLast(int n, long *x, const int *at) {
#pragma omp parallel for
  for (int i = n - 1; i >= 2; i -= 1)
    if (has[i])
      for (long k = 1; k < (int)counts[i]; k++)
        x[at[2 * i + k]] += i;
}

static void written(int n, long *x) {
#pragma omp parallel for
  for (int i = n - 1; i >= 2; i -= 1)
    if (has[i])
      for (long k = 0; k < (int)lengths[i]; k++)
        x[4 * i + k] += i;
}

/* Without a conversion. */
static void plain(int n, long *x, const int *at) {
#pragma omp parallel for
  for (int i = 2; i < n; i++)
    if (has[i])
      for (long k = 1; k < lengths[i]; k++)
        x[i] += at[2 * i + k];
}

int main(void) {
  long *x = calloc(4 * N + 8, sizeof *x);
  int *at = malloc((2 * N + 8) * sizeof *at);
  for (int e = 0; e < 2 * N + 8; e++)
    at[e] = e ^ 1;
  for (int e = 0; e < LENGTHS; e++)
    counts[e] = e % 3 == 0 ? 2 : 3, lengths[e] = e % 4 + 1;
  for (int e = 0; e < N; e++)
    has[e] = e < LENGTHS;
  fromFirst(N, x, at);
  printChecksum("first", x, (4 * N + 8) * sizeof *x);
  fromLast(N, x, at);
  printChecksum("last", x, (4 * N + 8) * sizeof *x);
  written(N, x);
  printChecksum("written", x, (4 * N + 8) * sizeof *x);
  plain(N, x, at);
  printChecksum("plain", x, (4 * N + 8) * sizeof *x);
}
