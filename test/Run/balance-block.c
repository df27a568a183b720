// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block with `balance`: shares have equal numbers of elements (and rows), so that a device may get no rows.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: %compare --schedules static,adaptive --devices "emulated:4;cpu:1,emulated:2" %t.serial %t
// The first 8 of 900 rows have 100 elements each, the others none: 1700 units in all, half of which are 8 rows and 42 empty ones.
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t once
// RUN: %reported %t.json "[d['iterations'] for d in regions[0]['devices']] == [[50], [850]]"
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t once
// RUN: %reported %t.json "[d['iterations'] for d in devices('emulated')] == [[50], [850]]"

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { Rows = 900 };

static void rounds(int n, const unsigned *begin, long *value, long *sum) {
  int start = 0, end = n;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) balance(begin)                                      \
    map(tofrom, segmented : value[0 : begin[n], begin, i]) map(tofrom : sum[0:n, i])
  for (int round = 0; round < 3; round++) {
    for (int i = start; i < end; i++) {
      sum[i] += round;
      for (unsigned k = begin[i]; k < begin[i + 1]; k++)
        sum[i] += value[k];
    }
    for (int i = start; i < end; i++)
      for (unsigned k = begin[i]; k < begin[i + 1]; k++)
        value[k] = (value[k] * 3 + sum[i]) % 1009;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  unsigned *begin = malloc((Rows + 1) * sizeof *begin);
  long *value = malloc(800 * sizeof *value), *sum = malloc(Rows * sizeof *sum);
  for (int i = 0; i <= Rows; i++)
    begin[i] = i < 8 ? 100u * (unsigned)i : 800;
  for (int k = 0; k < 800; k++)
    value[k] = k % 101;
  for (int i = 0; i < Rows; i++)
    sum[i] = i % 7;
  for (int n = Rows; n > 0; n = argc > 1 ? 0 : n / 9) {
    rounds(n, begin, value, sum);
    printChecksum("value", value, 800 * sizeof *value);
    printChecksum("sum", sum, Rows * sizeof *sum);
    begin[3] = begin[4]; /* so that the next block is divided differently */
  }
  free(begin), free(value), free(sum);
}
