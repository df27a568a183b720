// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil with halo whose fields stay on the nodes, under each write policy: each sweep has the serial result. The
// columns of the last loop move between ranks as rectangles.
// REQUIRES: nodes
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes %t.serial %t
// RUN: %on_nodes --ranks 4 --setting HETRT_WRITE=back %t.serial %t
// RUN: %on_nodes --ranks 4 --mpi openmpi --setting HETRT_WRITE=none %t.serial %t
// RUN: %on_nodes --ranks 4 --mpi mpich --setting HETRT_NODES=latency=0.002 %t.serial %t
#include <stdio.h>

enum { N = 203, M = 61, SWEEPS = 6 };
static double a[N][M], b[N][M];

static void sweep(double (*from)[M], double (*to)[M]) {
#pragma omp parallel for hetero(1) part_copyin(from[1:N:1][0:M]) part_copy(to[1:N][0:M]) persist(from, to)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
  for (int pair = 0; pair < SWEEPS / 2; pair++) {
    sweep(a, b);
    sweep(b, a);
  }
#pragma omp depersist(a, b)
#pragma omp parallel for hetero(1) part_copy(a[0:N][1:M])
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      a[i][j] += j;
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum += (i + 1) * a[i][j];
  printf("%.12g %.12g\n", sum, a[N / 2][M / 2]);
  return 0;
}
