// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads of the program run regions at the same time. Each thread has its own array, and gets its own
// result.
// RUN: %hetcc -O2 -pthread %s -o %t
// RUN: %serial -O2 -pthread %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 8, N = 701 };

static void *work(void *argument) {
  int *a = argument;
  for (int pass = 0; pass < 20; pass++) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
    for (int i = 0; i < N; i++)
      a[i] = (a[i] * 3 + pass) % 10007;
  }
  return NULL;
}

int main(void) {
  static int arrays[THREADS][N];
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) {
    for (int i = 0; i < N; i++)
      arrays[t][i] = i + t;
    if (pthread_create(&threads[t], NULL, work, arrays[t]) != 0)
      abort();
  }
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], NULL);
  printChecksum("arrays", arrays, sizeof arrays);
}
