// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank 0 sends an array that all nodes read only once; nodes pass it on to others. Two such arrays go in one message.
// REQUIRES: openmpi, mpich
// RUN: %serial %s -o %t.serial
// RUN: %t.serial > %t.serial.out
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes --schedules static,adaptive %t.serial %t
// DEFINE: %{run} = env HETRT_DEVICES=cpu:1,node HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json
// RUN: %{run} mpirun.mpich -n 4 %t | diff %t.serial.out -
// RUN: %reported %t.json "[[d['messages'][way] for way in ('in', 'across')] for d in devices('node')] == [[1, 0], [0, 1], [0, 1]]"
// RUN: %reported %t.json "[[d[way] for way in ('bytes_in', 'bytes_across')] for d in devices('node')] == [[72080, 0], [0, 72080], [0, 72080]]"
// RUN: %{run} mpirun.openmpi -n 3 %t | diff %t.serial.out -
// RUN: %reported %t.json "[[d['messages'][way] for way in ('in', 'across')] for d in devices('node')] == [[1, 0], [0, 1]]"
#include <stdio.h>

enum { N = 5005, M = 4005 };
static double x[N], weight[M], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 37 % 101;
  for (int i = 0; i < M; i++)
    weight[i] = i % 7 - 3;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1) part_copyin(x[0:N], weight[0:M]) part_copyout(y[1:N]) persist(x, weight)
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int j = 0; j < 20; j++)
        sum += x[(i * 31L + j * 97) % N] * weight[(i + j * 53) % M];
      y[i] = sum + pass;
    }
    double all = 0;
    for (int i = 0; i < N; i++)
      all += y[i] * (i % 11);
    printf("%.1f\n", all);
  }
#pragma omp depersist(x, weight)
  return 0;
}
