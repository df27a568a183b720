// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * The smallest program for the whole machine: y = a x + y. Iteration i needs x[i] and y[i] and nothing else, and the
 * two windows say so; each core and each accelerator then gets its share of the loop and just that share of the data.
 *
 *     hetcc -O3 axpy.c -o axpy && HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1 ./axpy
 *     gcc -O3 -fopenmp -I<prefix>/include axpy.c -o axpy      (the same source, plain OpenMP)
 */
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, float a, const float *x, float *y) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(x[1:n]) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  enum { Count = 1000000, Passes = 5 };
  float *x = malloc(Count * sizeof *x), *y = malloc(Count * sizeof *y);
  if (!x || !y)
    return 2;
  for (int i = 0; i < Count; i++) {
    x[i] = (float)(i % 1000);
    y[i] = 1;
  }
  for (int pass = 0; pass < Passes; pass++)
    axpy(Count, 2, x, y);

  int wrong = 0;
  for (int i = 0; i < Count; i++)
    wrong += y[i] != 1 + Passes * 2 * x[i];
  printf("axpy: %d of %d elements wrong\n", wrong, Count);
  free(x);
  free(y);
  return wrong != 0;
}
