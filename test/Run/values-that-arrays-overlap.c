// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices get the values of variables when a pass begins. If the loop writes such a variable through a pointer, the
// value is out of date, so the cores run the loop.
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto=all %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | FileCheck %s
#include <stdio.h>

enum { N = 64 };
static struct {
  int first;
  double list[N];
} global, other;
static int scalar;
static double y[N];

int main(void) {
  double *p = global.list, *q = other.list;
  int *r = &scalar;
  // CHECK: member 5 63
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    p[i] = i;
    y[i] = global.list[i];
  }
  printf("member %g %g\n", y[5], y[N - 1]);
  // CHECK: scalar 7
#pragma omp parallel for
  for (int i = 0; i < 1; i++) {
    r[i] = 7;
    y[i] = scalar;
  }
  printf("scalar %g\n", y[0]);
  // CHECK: apart 4 63
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    q[i] = i;
    y[i] = global.list[i] + other.first;
  }
  printf("apart %g %g\n", y[4], y[N - 1]);
}
