// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP clauses on a block, blocks in an outer parallel region and entered by several threads, two partitions of the
// same array, and a block that is entered ten thousand times.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

/* Two partitions of different sizes over the same array, one after the other. */
static void clauses(int n, long *x, int parallel) {
  int start = 0, end = n;
  long offset = 3, sum = 0, most = -1;
#pragma omp parallel devices(any) num_threads(2) if (parallel) default(none) shared(x, offset, n)                      \
    reduction(+ : sum) reduction(max : most) partition(adaptive : i = start; i < end; ++i) map(tofrom : x[0:n, i])
  {
    long factor = 2;
    for (int i = start; i < end; ++i)
      x[i] = x[i] * factor + offset;
    for (int i = start; i < end; ++i) {
      sum += x[i] % 17;
      if (x[i] % 1009 > most)
        most = x[i] % 1009;
    }
  }
  int from = n / 2, to = n / 3;
#pragma omp parallel partition(static : k = from; to < k; k = k - 2) map(tofrom : x[0:n, k]) devices(gpu, *)
  {
    for (int i = from; i > to; i -= 2)
      x[i] += sum + most;
  }
}

static void often(long *x, int times) {
  int start = 0, end = 12;
  for (int t = 0; t < times; t++)
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:12, i])
  {
    for (int i = start; i < end; i++)
      x[i] = x[i] * 3 + t;
  }
}

int main(void) {
  enum { N = 999, Rows = 4 };
  long(*x)[N] = malloc(sizeof(long[Rows][N]));
  for (int r = 0; r < Rows; r++)
    for (int i = 0; i < N; i++)
      x[r][i] = i * (r + 5) % 127;
  clauses(N, x[0], 1);
  clauses(N, x[0], 0);
#pragma omp parallel for num_threads(2)
  for (int r = 1; r < Rows; r++)
    clauses(N, x[r], 1);
  often(x[0], 10000);
  printChecksum("x", x, sizeof(long[Rows][N]));
  free(x);
}
