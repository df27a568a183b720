// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a thread of a team uses again in each iteration. The runtime knows by the different addresses of several
// threads that it is private; with a team of one thread it cannot know, and the loop stays on the cores.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: env OMP_NUM_THREADS=1 %compare --host-only %t.serial %t
// RUN: env OMP_NUM_THREADS=1 %compare --host-only --devices emulated:1 --schedules static,auto %t.serial %t
#include "Inputs/checksum.h"
#include <stdlib.h>
#include <string.h>

enum { N = 2000, Bins = 16 };
static int key[N], all[Bins], more[Bins];
static double x[N], y[N];

static void count(int *into, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    into[key[i]]++;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i, key[i] = i * 7919 % Bins;
  double left = 0;
#pragma omp parallel
  {
    int mine[Bins], *heap = calloc(Bins, sizeof *heap);
    double buffer[Bins];
    memset(mine, 0, sizeof mine);
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]]++;
    count(heap, N);
#pragma omp critical
    for (int b = 0; b < Bins; b++)
      all[b] += mine[b], more[b] += heap[b];
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < Bins; j++)
        buffer[j] = x[i] + j;
      y[i] = buffer[3] + buffer[Bins - 1];
    }
    left = buffer[5];
    free(heap);
  }
  printChecksum("all", all, sizeof all);
  printChecksum("more", more, sizeof more);
  printChecksum("y", y, sizeof y);
  printf("%g\n", left);
}
