// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As not-set-first.c, in C++: a variable declared in a loop's condition, and an exception handler that uses a value from the loop.
// RUN: %hetccxx -O1 -w -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 -w %s -o %t.serial
// RUN: %t.serial > %t.wanted && env HETRT_DEVICES=cpu:2 %t | diff %t.wanted -
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | diff %t.wanted -
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | diff %t.wanted -
// CHECK: not-set-first.cpp: 0 of 2 loops split
#include <cstdio>
enum { N = 64, WIDTH = 16 };

static double buffer[WIDTH];
#pragma omp threadprivate(buffer)
static double y[N];

static void declaredInACondition() {
#pragma omp parallel
  for (int j = 0; j < WIDTH; j++)
    buffer[j] = j + 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; double v = j < 1 ? buffer[0] : 0.0; j++)
      s += v;
    y[i] = s;
  }
  std::printf("%g\n", y[N - 1]);
}

static void fail(int code) {
  if (code > 0)
    throw code;
}

static void usedByAHandler() {
  int s = 1;
  try {
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < N; i++) {
      s = i / 2;
      y[i] = s;
    }
    fail(s);
    s = 0;
  } catch (int) {
    std::printf("%d\n", s);
  }
}

int main() {
  declaredInACondition();
  usedByAHandler();
}
