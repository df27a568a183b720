// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Segments stay on the devices: when shares change, exactly the rows that change their device move, whatever their
// lengths, also with late write-back. A loop with another kind of window sees the written values.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --schedules adaptive,static,split,guided --setting HETRT_WRITE=back %t.serial %t
// RUN: %compare --schedules adaptive,static --setting HETRT_WRITE=none %t.serial %t
// RUN: %compare --schedules adaptive,static --setting HETRT_EMULATED=memory=24K %t.serial %t
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// The matrix moves once for all passes, and the row starts in each pass; row sums move in for the following loop.
// RUN: %reported %t.json "regions[0]['devices'][1]['bytes_in'] == 1500 * 8 + 12 * 1001 * 4"

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>

enum { Rows = 1000, Count = 1500 };

static void turn(int n, const int *begin, long *value, int by) {
#pragma omp parallel for HETCC(hetero(1) map(tofrom, segmented : value[0:Count, begin, i]) persist(value))
  for (int i = 0; i < n; i++)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      value[k] = (value[k] * 3 + i + by) % 10007;
}

static void shift(long *value) {
#pragma omp parallel for HETCC(hetero(1) part_copy(value[1:Count]) persist(value))
  for (int k = 0; k < Count; k++)
    value[k] += k;
}

int main(void) {
  int *begin = malloc((Rows + 1) * sizeof *begin);
  long *value = malloc(Count * sizeof *value);
  int count = 0;
  for (int i = 0; i <= Rows; i++) {
    begin[i] = count;
    count += i == 400 ? 501 : i % 2 + (i > 998 ? 0 : i % 2 && i < 999 ? 1 : 0);
  }
  /* 499 rows of two, one of 501, one of one. */
  begin[Rows] = Count;
  for (int k = 0; k < Count; k++)
    value[k] = k % 97;
  for (int pass = 0; pass < 12; pass++) {
    turn(Rows, begin, value, pass);
    if (pass % 5 == 4)
      shift(value);
  }
#ifdef __HETCC__
#pragma omp depersist(value)
#endif
  printChecksum("value", value, Count * sizeof *value);
  free(begin), free(value);
}
