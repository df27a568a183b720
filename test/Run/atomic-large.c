// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of arrays that do not fit into a GPU block's shared memory, next to reduction clauses, single
// variables, and an array in a `reduction` clause, of which each thread has its own copy.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules auto,static,chunk,gpu %t.serial %t
// RUN: env HETRT_DETERMINISTIC=1 HETRT_DEVICES=cpu:2,emulated:2 HETRT_SCHEDULE=adaptive %t > %t.ordered
// RUN: %t.serial > %t.expected && diff %t.expected %t.ordered
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 20011, Bins = 300007 };
static int x[N];

static long large(int bins, unsigned *hist, long long *sums, double *lowest) {
  long total = 0;
  int above = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(- : total)                                            \
    map(tofrom : hist[0:bins], sums[0:bins], lowest[0:1])
  for (int i = 0; i < N; i++) {
    const long at = (long)x[i] * 977 % bins;
#pragma omp atomic
    hist[at] += (unsigned)x[i];
#pragma omp atomic
    sums[(at * 31 + i) % bins] -= x[i];
    for (int j = 0; j < 20; j++) {
#pragma omp atomic
      hist[(at + j) % bins]++;
    }
#pragma omp atomic compare
    if (x[i] * 0.5 < lowest[0]) { lowest[0] = x[i] * 0.5; }
    total -= x[i];
    if (x[i] > 1000) {
#pragma omp atomic
      above++;
    }
  }
  return total * 3 + above;
}

static void mixed(int *by, int *count) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(max : by[0:7]) map(tofrom : count[0:7])
  for (int i = 0; i < N; i++) {
    by[i % 7] = by[i % 7] < x[i] ? x[i] : by[i % 7];
#pragma omp atomic
    count[x[i] % 7]++;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571 + 1;
  unsigned *hist = calloc(Bins, sizeof *hist);
  long long *sums = calloc(Bins, sizeof *sums);
  double lowest = 1e9;
  int by[7] = {0}, count[7] = {1};
  long total = large(Bins, hist, sums, &lowest);
  total += large(1501, hist, sums, &lowest);
  printf("%ld %g\n", total, lowest);
  printChecksum("hist", hist, Bins * sizeof *hist);
  printChecksum("sums", sums, Bins * sizeof *sums);
  mixed(by, count);
  printChecksum("by", by, sizeof by);
  printChecksum("count", count, sizeof count);
  free(hist), free(sums);
}
