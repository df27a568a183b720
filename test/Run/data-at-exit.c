// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and data regions in a handler of exit() and in a destructor of the program, and the last message there. The
// runtime's state of the main thread is still there, so no memory of the program is overwritten.
// REQUIRES: ptx
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 %t | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_TRACE=%t.json %t | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:2 %t | FileCheck %s
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_CHECKS=1 HETRT_DEVICES=cuda:1 %t | FileCheck %s
#include "hetrt/hetrt.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5000, Blocks = 64, Bytes = 32 };
static double v[N];

static void pass(int k) {
#pragma omp target data map(tofrom : v)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      v[i] = i + k;
  }
}

/// Fills the heap with blocks, and says whether they have kept their bytes while loops ran.
static void look(const char *where, int k) {
  char *block[Blocks];
  int bad = 0;
  for (int b = 0; b < Blocks; b++)
    memset(block[b] = malloc(Bytes << b % 4), 'x', Bytes << b % 4);
  pass(k);
  pass(k + 1);
  for (int b = 0; b < Blocks; b++) {
    for (int j = 0; j < Bytes << b % 4; j++)
      bad += block[b][j] != 'x';
    free(block[b]);
  }
  printf("%s: v[5] = %g, overwritten bytes: %d, message: '%s'\n", where, v[5], bad, hetrt_last_message());
  fflush(stdout);
}

static void handler(void) { look("handler", 10); }
// CHECK: handler: v[5] = 16, overwritten bytes: 0, message: ''

__attribute__((destructor)) static void destroy(void) { look("destructor", 20); }
// CHECK-NEXT: destructor: v[5] = 26, overwritten bytes: 0, message: ''

int main(void) {
  pass(0);
  return atexit(handler);
}
