// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil with two fields and a halo of one row: one rank's data for another rank goes in one message per sweep, also
// if each field is written back after each sweep. In the first sweeps, timing may add one or two messages. Results are
// the serial loop's under each write policy.
// REQUIRES: openmpi, mpich
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes --ranks 4 --schedules static,adaptive,chunk_dynamic --mpi mpich --setting HETRT_WRITE=back %t.serial %t
// RUN: %on_nodes --ranks 4 --schedules static,adaptive,chunk_dynamic --mpi openmpi %t.serial %t
// DEFINE: %{policy} =
// DEFINE: %{run} = env HETRT_DEVICES=cpu:1,node HETRT_SCHEDULE=static HETRT_WRITE=%{policy} HETRT_REPORT=json
// REDEFINE: %{policy} = back
// RUN: %{run}:%t.2.json mpirun.mpich -n 4 %t 2
// RUN: %{run}:%t.22.json mpirun.mpich -n 4 %t 22
// RUN: %reported %t.22.json "all(abs(d['messages'][way] - n) <= 2 for d, wanted in zip(since('%t.2.json', 'node'), [[20, 20, 21], [0, 0, 42], [0, 0, 21]]) for way, n in zip(('in', 'out', 'across'), wanted))"
// RUN: %reported %t.22.json "[d['bytes']['across'] for d in since('%t.2.json', 'node')] == [20 * 2 * 61 * 8, 40 * 2 * 61 * 8, 20 * 2 * 61 * 8]"
// REDEFINE: %{policy} = through
// RUN: %{run}:%t.2.json mpirun.openmpi -n 4 %t 2
// RUN: %{run}:%t.22.json mpirun.openmpi -n 4 %t 22
// RUN: %reported %t.22.json "all(abs(d['messages']['across'] - n) <= 2 for d, n in zip(since('%t.2.json', 'node'), [21, 42, 21]))"
#include <stdio.h>
#include <stdlib.h>

enum { N = 102, M = 61 };
static double a[N][M], b[N][M], c[N][M], d[N][M];

static void sweep(double (*u)[M], double (*v)[M], double (*nextU)[M], double (*nextV)[M]) {
#pragma omp parallel for hetero(1) part_copyin(u[1:N:1][0:M], v[1:N:1][0:M])                                         \
    part_copyout(nextU[1:N][0:M], nextV[1:N][0:M]) persist(u, v, nextU, nextV)
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < M; j++) {
      nextU[i][j] = 0.5 * v[i][j] + 0.25 * (u[i - 1][j] + u[i + 1][j]);
      nextV[i][j] = 0.5 * u[i][j] + 0.25 * (v[i - 1][j] + v[i + 1][j]);
    }
}

int main(int argc, char **argv) {
  const int sweeps = argc > 1 ? atoi(argv[1]) : 6;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = c[i][j] = (i * 7 + j * 3) % 11;
      b[i][j] = d[i][j] = (i * 5 + j) % 13;
    }
  for (int pair = 0; pair < sweeps / 2; pair++) {
    sweep(a, b, c, d);
    sweep(c, d, a, b);
  }
#pragma omp depersist(a, b, c, d)
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum += (i + 1) * a[i][j] + j * b[i][j];
  printf("%.12g\n", sum);
  return 0;
}
