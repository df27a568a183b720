// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Segments in a block with a partition: loops read and write the rows of a thread's share, which move at the block's begin and end.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t once
// RUN: %reported %t.json "sum(device['bytes_in'] for device in regions[0]['devices']) == 1500 * (8 + 4) + (901 + 3) * 8 + 901 * 8"

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { Rows = 901 };

/* Powers of a matrix within each row: each round scales a row by its sum. */
static long rounds(int n, const long *begin, const int *weight, long *value, long *sum) {
  int start = 0, end = n;
  long total = 0;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) reduction(+ : total)                                \
    map(to, segmented : weight[0 : begin[n], begin, i]) map(tofrom, segmented : value[0 : begin[n], begin, i])         \
    map(tofrom : sum[0:n, i])
  for (int round = 0; round < 4; round++) {
    for (int i = start; i < end; i++) {
      sum[i] += round;
      for (long k = begin[i]; k < begin[i + 1]; k++)
        sum[i] += weight[k] * value[k];
    }
    for (int i = start; i < end; i++)
      for (long k = begin[i]; k < begin[i + 1]; k++) {
        value[k] = (value[k] * 3 + sum[i]) % 1009;
        total += value[k];
      }
  }
  return total;
}

int main(int argc, char **argv) {
  (void)argv;
  long *begin = malloc((Rows + 1) * sizeof *begin), *sum = malloc(Rows * sizeof *sum);
  long count = 0;
  for (int i = 0; i <= Rows; i++) {
    begin[i] = count;
    count += i == Rows ? 0 : i % 3 ? i % 5 : 2 * (i % 2);
  }
  int *weight = malloc((size_t)count * sizeof *weight);
  long *value = malloc((size_t)count * sizeof *value);
  for (int i = 0; i < Rows; i++)
    sum[i] = i % 7;
  for (long k = 0; k < count; k++)
    weight[k] = (int)(k % 13) - 4, value[k] = k % 101;
  for (int n = Rows; n > 0; n = argc > 1 ? 0 : n / 9) {
    long total = rounds(n, begin, weight, value, sum);
    printChecksum("total", &total, sizeof total);
  }
  printChecksum("value", value, (size_t)count * sizeof *value);
  printChecksum("sum", sum, Rows * sizeof *sum);
  free(begin), free(sum), free(weight), free(value);
}
