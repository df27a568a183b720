// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Memory placed by hand: a table that no clause names lies on each thread's device as long as a block lasts, beside a
 * buffer of the share's own size. The clauses move what is split, and this program the rest.
 *
 *     hetcc -O3 placed.c -o placed && HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1 ./placed
 */
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

enum { Count = 200000, Entries = 256, Rounds = 3 };

/* y[i] = the sum over rounds of table[x[i] + round], smoothed between rounds. */
static int look(const int *x, double *y, const double *table) {
  int start = 0, end = Count, failed = 0;
#ifdef __HETCC__
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(to : x[0:Count, i]) map(from : y[0:Count, i])     \
    reduction(+ : failed)
#endif
  {
    const size_t own = (size_t)(end - start) * sizeof(double);
    double *copy = omp_target_allocate(Entries * sizeof *copy), *sum = omp_target_allocate(own);
    if (copy && sum && omp_target_memcpy_to(copy, 0, table, 0, Entries * sizeof *copy) == 0) {
      for (int i = start; i < end; i++)
        sum[i - start] = 0;
      for (int round = 0; round < Rounds; round++)
        for (int i = start; i < end; i++)
          sum[i - start] = sum[i - start] / 2 + copy[(x[i] + round) % Entries];
      for (int i = start; i < end; i++)
        y[i] = sum[i - start];
    } else {
      failed++;
    }
    omp_target_release(copy);
    omp_target_release(sum);
  }
  return failed;
}

int main(void) {
  int *x = malloc(Count * sizeof *x);
  double *y = malloc(Count * sizeof *y), table[Entries], wrong = 0, total = 0;
  if (!x || !y)
    return 2;
  for (int e = 0; e < Entries; e++)
    table[e] = e * 0.5;
  for (int i = 0; i < Count; i++)
    x[i] = (int)(i * 7919L % Entries);
  if (look(x, y, table))
    return 2;
  for (int i = 0; i < Count; i++) {
    double sum = 0;
    for (int round = 0; round < Rounds; round++)
      sum = sum / 2 + table[(x[i] + round) % Entries];
    wrong += sum != y[i];
    total += y[i];
  }
  printf("total %.1f, %s\n", total, wrong ? "WRONG" : "right");
  free(x);
  free(y);
  return wrong ? 1 : 0;
}
