// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With a halo of one row, each device can read its neighbours' rows. Two arrays alternate as input and output, as in
// Jacobi sweeps.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>
#include <string.h>

static void sweep(int n, int m, const long (*u)[m], long (*v)[m]) {
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1][0:m]) part_copy(v[1:n][0:m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
}

int main(void) {
  enum { N = 97, M = 41 };
  long(*u)[M] = malloc(sizeof(long[N][M])), (*v)[M] = malloc(sizeof(long[N][M]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = 1000 * (i + 1) * (j + 3) % 4099;
  memcpy(v, u, sizeof(long[N][M]));
  for (int pass = 0; pass < 6; pass++) {
    sweep(N, M, (const long(*)[M])u, v);
    long(*w)[M] = u;
    u = v;
    v = w;
  }
  printChecksum("u", u, sizeof(long[N][M]));
  free(u);
  free(v);
}
