// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices compute the starts of segments and the indices, and keep both: whichever device computes next, also cores
// alone, finds the elements of its iterations.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules adaptive,static,guided --setting HETRT_WRITE=back %t.serial %t
// RUN: %compare --schedules static --setting HETRT_WRITE=none %t.serial %t

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>

enum { Rows = 400, Width = 3 };

static void begins(int n, int *begin, int shift) {
#pragma omp parallel for HETCC(hetero(1) part_copyout(begin[1:n + 1]) persist(begin))
  for (int i = 0; i <= n; i++)
    begin[i] = i == 0 ? 2 * shift : i == n ? n * Width - 2 * shift : i * Width - (i % 2 == shift);
}

static void columns(int count, int *column, int factor) {
#pragma omp parallel for HETCC(hetero(1) part_copyout(column[1:count]) persist(column))
  for (int k = 0; k < count; k++)
    column[k] = k * factor % Rows;
}

static void turn(int n, const int *begin, long *value) {
#pragma omp parallel for HETCC(hetero(1) map(tofrom, segmented : value[0:Rows * Width, begin, i])                      \
                                   persist(value, begin))
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      value[k] = value[k] * 3 + i;
}

static void turnOnCores(int n, const int *begin, long *value) {
#pragma omp parallel for HETCC(hetero(1, cpu) map(tofrom, segmented : value[0:Rows * Width, begin, i])                 \
                                   persist(value, begin))
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      value[k] = value[k] % 1009 + k;
}

static void gather(int n, const int *begin, const int *column, const long *x, long *sum) {
#pragma omp parallel for HETCC(hetero(1) map(to, segmented : column[0:Rows * Width, begin, i])                         \
                                   map(to, indexed : x[0:Rows, column, i]) part_copy(sum[1:n]))
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      sum[i] = sum[i] * 7 % 10007 + x[column[k]];
}

int main(void) {
  int *begin = calloc(Rows + 1, sizeof *begin), *later = calloc(Rows + 1, sizeof *later), *column = calloc(Rows * Width, sizeof *column);
  long *value = calloc(Rows * Width, sizeof *value), *sum = calloc(Rows, sizeof *sum);
  for (int pass = 0; pass < 6; pass++) {
    begins(Rows, begin, pass % 2);
    columns(Rows * Width, column, 7 + 2 * pass);
    gather(Rows, begin, column, value, sum);
    turn(Rows, begin, value);
    begins(Rows, later, 1 - pass % 2);
    turnOnCores(Rows, later, value);
  }
#ifdef __HETCC__
#pragma omp depersist(value, begin, later, column)
#endif
  printChecksum("value", value, Rows * Width * sizeof *value);
  printChecksum("sum", sum, Rows * sizeof *sum);
  free(begin), free(later), free(column), free(value), free(sum);
}
