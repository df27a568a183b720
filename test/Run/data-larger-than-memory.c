// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the arrays of a data region do not fit into a device's memory together, those that a loop does not need are removed for those that it
// needs; if these do not fit either, they are moved in pieces. The device still does all the work.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=emulated:1 HETRT_EMULATED=memory=150000 HETRT_REPORT=json:%t.json %t > %t.some 2>&1
// RUN: diff %t.some %t.expected
// RUN: %reported %t.json "iterations('cpu') == 0 and iterations('emulated') == 12 * 8000"
// RUN: env HETRT_DEVICES=emulated:1 HETRT_EMULATED=memory=70000 HETRT_REPORT=json:%t.json %t > %t.pieces 2>&1
// RUN: diff %t.pieces %t.expected
// RUN: %reported %t.json "iterations('cpu') == 0 and iterations('emulated') == 12 * 8000"
// RUN: env HETRT_WRITE=back HETRT_DEVICES=emulated:1 HETRT_EMULATED=memory=150000 %t > %t.back 2>&1
// RUN: diff %t.back %t.expected
// RUN: env HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static HETRT_EMULATED=memory=70000 %t > %t.mixed 2>&1
// RUN: diff %t.mixed %t.expected
#include "Inputs/checksum.h"

enum { N = 8000 };
static double x[N], y[N], z[N];

static void add(const double *from, double *to) {
#pragma omp parallel for hetero(1) part_copyin(from[1:N]) part_copy(to[1:N])
  for (int i = 0; i < N; i++)
    to[i] += 0.5 * from[i];
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i, y[i] = 2 * i, z[i] = 3 * i;
#pragma omp target data map(tofrom : x[0:N], y[0:N], z[0:N])
  for (int round = 0; round < 4; round++) {
    add(x, y);
    add(y, z);
    add(z, x);
  }
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("z", z, sizeof z);
  return 0;
}
