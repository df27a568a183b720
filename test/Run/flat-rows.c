// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause may describe a matrix behind a flat pointer, with subscripts a[i * ld + j], as rows. The loop body keeps its
// flat subscript.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

static void gemm(int n, int alpha, const int *a, const int *b, int *c) {
#pragma omp parallel for hetero(1, all, adaptive, default, 10) part_copy(c[1:n][0:n])                           \
    part_copyin(a[1:n:0][0:n:0]) map(to : b[0:n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] += alpha * sum;
    }
}

int main(void) {
  enum { N = 61 };
  int *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = malloc(N * N * sizeof *c);
  for (int k = 0; k < N * N; k++) {
    a[k] = k % 7;
    b[k] = k % 11;
    c[k] = k % 5;
  }
  for (int pass = 0; pass < 3; pass++)
    gemm(N, 2, a, b, c);
  printChecksum("c", c, N * N * sizeof *c);
  free(a);
  free(b);
  free(c);
}
