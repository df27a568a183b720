// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types whose size is only known at run time, objects of unnamed types, __int128, and a pointer through which an input
// could be written keep a loop on the CPUs. A warning names each of them.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

#include "Inputs/checksum.h"

enum { N = 501 };
static double x[N], y[N];
int n = 3; // hidden by the parameter

static void run(int n) {
  struct {
    int v[4];
  } shared = {{1, 2, 3, 4}};
  // CHECK: touch-run-time-types.c:[[#@LINE + 3]]:{{.*}} it takes the size of a type that depends on run-time values
#pragma omp parallel for hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] = sizeof(char[n]) + i;
  // CHECK: touch-run-time-types.c:[[#@LINE + 3]]:{{.*}} the type of 'buffer' depends on run-time values
#pragma omp parallel for hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++) {
    double buffer[n];
    buffer[i % n] = i;
    y[i] += buffer[i % n];
  }
  // CHECK: 'x' may be written through a pointer, but 'part_copyin' only moves it in
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++) {
    double *p = &x[i];
    *p = i;
  }
  // CHECK: 'shared' is of an unnamed type
#pragma omp parallel for hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++) {
    __typeof__(shared) own = shared;
    y[i] += own.v[i & 3];
  }
  __int128 low = 0;
  // CHECK: 'low' is of a type that does not travel to a device
#pragma omp parallel for hetero(1) reduction(min : low)
  for (int i = 0; i < N; i++)
    low = low < -((__int128)i << 90) ? low : -((__int128)i << 90);
  y[0] += (double)low;
}

int main(void) {
  run(50);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
