// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays that are used by rows, with subscripts that begin in one row and end in the next, as in borders and
// packed buffers. The compiler finds rows of m elements, and at the call the runtime finds that the loop leaves them.
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O2 -Wno-hetcc %s -o %t
// RUN: %compare %t.serial %t
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

/// The last column: its index is that of the next row minus one.
static void right_border(int m, int n, const double *b, double *c) {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    c[i] = b[i * m + m - 1];
}

/// Not from the first row on, downwards, and reading one element beyond the row.
static void shifted(long m, long n, const float *x, float *z) {
#pragma omp parallel for HETCC(hetero(1))
  for (long i = n - 1; i >= 2; i--) {
    float sum = 0;
    for (long j = 0; j < m; j++)
      sum += x[i * m + j + 1];
    z[i] = sum;
  }
}

/// Fills a buffer from an offset on.
static void pack(int m, int n, int halo, int offset, const double *field, double *buffer) {
#pragma omp parallel for HETCC(hetero(1))
  for (int k = halo; k < n - halo; k++)
    for (int j = halo; j < m - halo; j++)
      buffer[(k - halo) * (m - 2 * halo) + (j - halo) + offset] = field[k * m + j];
}

int main(void) {
  enum { M = 12, N = 40, HALO = 2, OFFSET = 5 };
  double *b = malloc(sizeof(double) * M * N), *c = malloc(sizeof(double) * N), *buffer = calloc(M * N, sizeof *buffer);
  float *x = malloc(sizeof(float) * (M * N + 1)), *z = calloc(N, sizeof *z);
  for (int e = 0; e <= M * N; e++)
    x[e] = (float)(e % 7);
  for (int e = 0; e < M * N; e++)
    b[e] = e;
  right_border(M, N, b, c);
  shifted(M, N, x, z);
  pack(M, N, HALO, OFFSET, b, buffer);
  for (int i = 0; i < N; i++)
    printf("%g %g %g\n", c[i], z[i], buffer[OFFSET + 3 * i]);
  free(b), free(c), free(buffer), free(x), free(z);
}
