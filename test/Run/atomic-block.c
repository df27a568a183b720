// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates in a block with a partition: in its loops, of variables that its threads share and of private
// variables, and outside of its loops.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"

enum { N = 5003, Bins = 19 };
static int x[N];
static long hist[Bins], total;

int main(void) {
  int start = 0, end = N;
  long sum = 0;
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571;
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:N, i])                 \
    reduction(+ : sum)
  {
    long own = 0;
    for (int round = 0; round < 3; round++) {
      for (int i = start; i < end; i++) {
#pragma omp atomic
        total += x[i];
#pragma omp atomic
        hist[x[i] % Bins]++;
        x[i] += round;
      }
      for (int i = start; i < end; i++) {
#pragma omp atomic
        own += x[i];
      }
#pragma omp atomic
      total += end - start;
    }
    sum += own;
  }
  printf("%ld %ld\n", total, sum);
  printChecksum("hist", hist, sizeof hist);
  printChecksum("x", x, sizeof x);
}
