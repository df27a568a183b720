// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'nowait' between loops of a team: an iteration may use results of the same iteration of the previous loop, since
// 'schedule(static)' gives both to the same thread. Results of accelerators are there too.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=4 %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 4001 };
static int a[N], b[N], c[N], last;
static long sum;

int main(void) {
  int i;
#pragma omp parallel private(i)
  {
    int t;
    for (int round = 1; round <= 5; round++) {
#pragma omp for schedule(static) nowait hetero(1)
      for (i = 0; i < N; i++)
        a[i] = i * round + b[i];
#pragma omp for schedule(static) nowait hetero(1)
      for (i = 0; i < N; i++) {
        t = a[i] % 7;
        b[i] = t + a[i];
      }
#pragma omp for schedule(static) nowait hetero(1) lastprivate(last)
      for (i = 0; i < N; i++) {
        last = b[i] - a[i];
        c[i] += last;
      }
#pragma omp for schedule(static) hetero(1) reduction(+ : sum)
      for (i = 0; i < N; i++)
        sum += c[i];
    }
  }
  printf("%d %ld\n", last, sum);
  printChecksum("a", a, sizeof a);
  printChecksum("c", c, sizeof c);
}
