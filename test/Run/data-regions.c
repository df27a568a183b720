// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a data region devices keep their copies of arrays, so that each array moves once; update directives name what the
// host has written, or reads in between. `present` uses arrays of the region, whose extents are known.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %compare %t.serial %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:3 HETRT_SCHEDULE=static %t > %t.back && diff %t.back %t.expected
// RUN: env HETRT_WRITE=none HETRT_DEVICES=cpu:1,emulated:3 HETRT_SCHEDULE=static %t > %t.none && diff %t.none %t.expected
// RUN: %hetcc -O2 -DMEASURE %s -o %t.measure
// RUN: env HETRT_DEVICES=emulated:1 HETRT_REPORT=json:%t.json %t.measure
// RUN: %reported %t.json "[d['bytes_in'] for d in devices('emulated')] == [2 * 3000 * 8]"
// RUN: env HETRT_DEVICES=emulated:1 HETRT_WRITE=back HETRT_REPORT=json:%t.back.json %t.measure
// RUN: %reported %t.back.json "[d['bytes_in'] for d in devices('emulated')] == [2 * 3000 * 8]"

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 3000, Rows = 50, Columns = 60 };
static double x[N], y[N], plane[Rows][Columns];

static void add(int n, double factor, const double *from, double *to) {
#pragma omp parallel for hetero(1) part_copyin(from[1:n]) part_copy(to[1:n])
  for (int i = 0; i < n; i++)
    to[i] += factor * from[i];
}

/// In the second call, all arrays are already on the devices.
static void measured(void) {
#pragma omp target data map(to : x[0:N]) map(tofrom : y[0:N])
  for (int pass = 0; pass < 5; pass++)
    add(N, 0.5, x, y);
}

static void nested(int n, double *from, double *to) {
#pragma omp target data map(to : from[0:n]) if (n > 10)
#pragma omp target data map(always, tofrom : from[0:n], to[0:n]) map(alloc : to[n:0])
  {
    add(n, 1, from, to);
#pragma omp target data map(present, to : from[0:n]) use_device_ptr(from)
    add(n, 2, from, to);
    from[n / 2] = 7;
    from[3] = 8;
#pragma omp target update to(from[n / 2 : 1], from[3])
    add(n, 3, from, to);
#pragma omp target update from(to[0:n]) if (1)
    printChecksum("halfway", to, (size_t)n * sizeof *to);
    double *old = from; // the region ends for the memory with which it began, although the pointers are swapped
    from = to, to = old;
    add(n, 0.25, from, to);
  }
}

/// Sections with lower bounds, whole arrays, and memory that is entered twice.
static void withoutBlock(void) {
#pragma omp target enter data map(to : x[0:N], plane)
#pragma omp target enter data map(to : x[0:N]) nowait
  for (int pass = 0; pass < 3; pass++) {
    add(N - 100, 0.125, x + 100, y);
#pragma omp parallel for hetero(1) part_copy(plane[1:Rows][0:Columns]) map(to : x[0:N])
    for (int i = 0; i < Rows; i++)
      for (int k = 0; k < Columns; k++)
        plane[i][k] += x[(i * Columns + k) % N] + pass;
  }
#pragma omp target exit data map(release : x[0:N])
  add(N, 1, x, y);
#pragma omp target exit data map(from : x[0:N], plane)
  x[5] = 100; // devices no longer have copies
  add(N, 1, x, y);
}

static void presentArrays(int n, double *from, double *to) {
#pragma acc data copyin(from[0:n]) copy(to[0:n]) create(plane)
  {
#pragma acc parallel loop hetero(1) present(from) part_copy(to[1:n])
    for (int i = 0; i < n; i++)
      to[i] += from[n - 1 - i];
#pragma acc parallel loop hetero(1) present(from[0:n], plane) part_copy(to[1:n])
    for (int i = 0; i < n; i++)
      to[i] -= from[(i * 7) % n] * plane[i % Rows][i % Columns];
#pragma acc data present(to[0:n], from)
    add(n, 2, to, from);
    from[1] = -1;
#pragma acc update device(from[1:1])
#pragma omp acc_region_loop hetero(1) present(from) part_copy(to[1:n])
    for (int i = n - 1; i >= 0; i -= 3)
      to[i] += from[n / 2] + from[1];
#pragma acc update self(to[0:n])
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 31, y[i] = i % 7;
#ifdef MEASURE
  measured();
  return 0;
#endif
  measured();
  nested(N, x, y);
  nested(8, x, y);
  withoutBlock();
  presentArrays(N - 7, x, y);
  if (x[0] > 0) // the directive's block is the statement of an `if`
#pragma omp target data map(tofrom : x[0:N])
    add(N, 1, y, x);
  else
    x[0] = 1;
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("plane", plane, sizeof plane);
}
