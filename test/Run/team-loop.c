// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'omp for' in 'omp parallel': the existing team runs the pass together with accelerators. Around the loops are
// 'single', 'master', 'barrier', a sequential loop, private variables and thread numbers.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=1 %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=4 %compare %t.serial %t

#include "Inputs/checksum.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 3001, ROUNDS = 4 };
static int x[N], y[N], came;
static long sum;

int main(void) {
  int i, round, scale = 3, tid, mine;
  for (i = 0; i < N; i++)
    x[i] = i;
#pragma omp parallel private(tid, mine, round)
  {
    tid = 0;
#ifdef _OPENMP
    tid = omp_get_thread_num();
#endif
    mine = 0;
    for (round = 0; round < ROUNDS; round++) {
#pragma omp for hetero(1) part_copyin(x[1:N]) part_copyout(y[1:N])
      for (i = 0; i < N; i++)
        y[i] = scale * x[i] + round;
#pragma omp single
      scale++;
#pragma omp for hetero(1) part_copyin(y[1:N]) part_copyout(x[1:N])
      for (i = 0; i < N; i++)
        x[i] = y[i] % 1000;
#pragma omp single
      sum = 0;
#pragma omp for hetero(1) part_copyin(x[1:N]) reduction(+ : sum)
      for (i = N - 1; i >= 0; i -= 2)
        sum += x[i];
#pragma omp master
      printf("sum %ld\n", sum);
#pragma omp barrier
      mine++;
    }
    if (tid == 0)
      came = mine;
  }
  printf("came %d\n", came);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
