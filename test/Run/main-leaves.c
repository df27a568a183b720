// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main thread leaves by pthread_exit() after a loop on accelerators, and another thread goes on with such loops. The
// process ends with that thread, though the runtime has threads of its own.
// RUN: %hetcc -O1 -fopenmp %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static timeout 60 %t | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:2 timeout 60 %t | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:2 HETRT_EMULATED=startup=300ms timeout 60 %t | FileCheck %s
#include <pthread.h>
#include <stdio.h>

enum { N = 4096, Passes = 20 };
static double y[N];
static pthread_t first;

static void pass(void) {
#pragma omp parallel for hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] += 1;
}

static void *behind(void *unused) {
  pthread_join(first, 0);
  for (int k = 0; k < Passes; k++)
    pass();
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += y[i] != Passes + 1;
  printf("wrong: %d\n", wrong); // CHECK: wrong: 0
  return unused;
}

int main(void) {
  pthread_t other;
  pass();
  first = pthread_self();
  pthread_create(&other, 0, behind, 0);
  pthread_exit(0);
}
