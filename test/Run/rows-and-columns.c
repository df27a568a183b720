// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With several tied dimensions a device uses a plus-shaped part: rows and columns of a matrix, or two kinds of planes
// of a volume. It allocates the whole array, and only this part moves.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 97 };
static int link[N][N], sum[N];
static unsigned char volume[N / 3][N / 3][N / 3];
static int planes[N / 3];

static void degrees(void) {
#pragma omp parallel for hetero(1) part_copyin(link[1:N][1:N]) part_copyout(sum[1:N])
  for (int i = 0; i < N; i++) {
    sum[i] = 0;
    for (int k = 0; k < N; k++)
      sum[i] += link[i][k] - link[k][i];
  }
}

static void neighbours(int n, const int *a, long *b) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n:1][1:n]) part_copy(b[1:n])
  for (int i = 1; i < n; i++)
    for (int k = 0; k < n; k++)
      b[i] += a[(i - 1) * n + k] * 3 + a[k * n + i];
}

static void crossings(void) {
  enum { M = N / 3 };
#pragma omp parallel for hetero(1) part_copyin(volume[1:M][0:M][1:M]) part_copyout(planes[1:M])
  for (int i = 0; i < M; i++) {
    planes[i] = i;
    for (int j = 0; j < M; j++)
      for (int k = 0; k < M; k++)
        planes[i] += volume[i][j][k] ^ volume[k][j][i];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 78 + argc;
  int *a = malloc(sizeof(int) * n * n);
  long *b = calloc(n, sizeof(long));
  for (int i = 0; i < n * n; i++)
    a[i] = i * 7 % 1013;
  for (int i = 0; i < N * N; i++)
    (&link[0][0])[i] = i * 31 % 257;
  for (unsigned i = 0; i < sizeof volume; i++)
    (&volume[0][0][0])[i] = i * 13 % 251;
  degrees();
  neighbours(n, a, b);
  crossings();
  printChecksum("sum", sum, sizeof sum);
  printChecksum("b", b, sizeof(long) * n);
  printChecksum("planes", planes, sizeof planes);
  free(a);
  free(b);
}
