// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simplest region: y = a * x + y over two flat arrays, five passes of one loop. Each scheduler on each mix of
// devices gives the serial program's result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

static void axpy(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  enum { N = 10007 };
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++) {
    x[i] = i % 101;
    y[i] = i % 13;
  }
  for (int pass = 1; pass <= 5; pass++)
    axpy(N, pass, x, y);
  printChecksum("y", y, N * sizeof *y);
  free(x);
  free(y);
}
