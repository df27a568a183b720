// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse matrices over places: the devices of each place divide rows by their numbers of elements; and an inner loop
// with another iterator, for which the block's segments and indexed arrays are whole arrays.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --schedules static,gpu --devices "cpu:2,emulated:3" %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 700, Passes = 5 };

int main(void) {
  int *row = malloc(sizeof(int) * (N + 1)), nonzeros = 0;
  for (int i = 0; i < N; i++) {
    row[i] = nonzeros;
    nonzeros += i == 17 ? 5000 : i % 5;
  }
  row[N] = nonzeros;
  int *column = malloc(sizeof(int) * nonzeros);
  long *v = malloc(sizeof(long) * nonzeros), *x = malloc(sizeof(long) * N), *y = calloc(N, sizeof(long));
  for (int k = 0; k < nonzeros; k++)
    column[k] = (int)(k * 7919L % N), v[k] = k % 11 - 5;
  for (int i = 0; i < N; i++)
    x[i] = i;
  int start = 0, end = N;
  for (int pass = 0; pass < Passes; pass++) {
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i < end; i++) balance(row)                       \
    map(to, segmented : v[0:nonzeros, row, i], column[0:nonzeros, row, i]) map(to, indexed : x[0:N, column, i])        \
    map(tofrom : y[0:N, i])
    {
      for (int i = start; i < end; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
          y[i] += v[k] * x[column[k]];
#pragma omp parallel for partition(static) map(tofrom : y[0:N, j])
      for (int j = start; j < end; j++) {
        long sum = 0;
        for (int k = row[j]; k < row[j + 1]; k++)
          sum += v[k] * x[column[k]];
        y[j] -= 2 * sum;
      }
    }
  }
  printChecksum("y", y, sizeof(long) * N);
  free(row), free(column), free(v), free(x), free(y);
  return 0;
}
