// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `balance` gives shares of equal numbers of elements: the first rows of the matrix are long, one is longer than all
// others together, and most of the last rows are empty. The rows change between passes, and the shares with them.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --setting HETRT_DETERMINISTIC=1 --schedules static,adaptive,guided %t.serial %t
// RUN: %compare --setting HETRT_HOST_THREAD=collaborative --schedules auto,chunk,adaptive %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=memory=320K --schedules static,split,guided %t.serial %t
// If a device fails, other devices compute its rows again as a whole.
// RUN: %t.serial > %t.expected
// RUN: for call in launch:1 launch:3 copyout:2; do for schedule in guided chunk adaptive; do env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=$schedule HETRT_EMULATED=fail=$call %t 2> %t.err | cmp - %t.expected || exit 1; done; done
// RUN: env OMP_NUM_THREADS=3 %t > %t.out
// RUN: %t.serial | diff %t.out -

// A thousand rows of 4 elements; then the first row has 998 elements and the others none, so the first row is half of the work.
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t shares
// RUN: %reported %t.json "[d['iterations'] for d in regions[0]['devices']] == [[500, 1], [500, 999]]"
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t shares
// RUN: %reported %t.json "[d['iterations'] for d in devices('emulated')] == [[500, 1], [500, 999]]"

// Row starts that decrease are an error, on cores too.
// RUN: env HETRT_DEVICES=cpu:2 not --crash %t falling 2>&1 | FileCheck %s
// CHECK: balance.c:[[#]]: map(to, segmented:)(v), line [[#]]: row[3] is less than the one before it: wanted at least {{[0-9]+}}, found 0

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdlib.h>
#include <string.h>

enum { Rows = 1000, Most = 9000 };

static long row[Rows + 1];

static void sums(int n, const long *row, const int *v, long *sum) {
#pragma omp parallel for HETCC(partition() balance(row) map(to, segmented : v[0:Most, row, i]) map(from : sum[0:n, i]))
  for (int i = 0; i < n; i++) {
    sum[i] = 0;
    for (long k = row[i]; k < row[i + 1]; k++)
      sum[i] += v[k];
  }
}

/* Every third row, from the last to the first, and the sum of all elements. */
static long total(unsigned char n, const unsigned short *row, int *v) {
  long all = 0;
#pragma omp parallel for HETCC(partition() balance(row) map(tofrom, segmented : v[0:Most, row, i])) reduction(+ : all)
  for (unsigned char i = n - 1; i > 2; i -= 3)
    for (unsigned k = row[i]; k < row[i + 1]; k++)
      all += v[k] *= i;
  return all;
}

static void setRows(int shape) {
  long count = 0;
  for (int i = 0; i < Rows; i++) {
    row[i] = count;
    count += shape == 0 ? 4 : shape == 1 ? (i ? i < 200 ? 10 : i % 16 == 0 : 4000) : shape == 2 ? (i == 997 ? Most : 0) : 0;
  }
  row[Rows] = count;
}

int main(int argc, char **argv) {
  int *v = malloc(Most * sizeof *v);
  long *sum = malloc(Rows * sizeof *sum);
  for (int k = 0; k < Most; k++)
    v[k] = k % 97;
  if (argc > 1 && !strcmp(argv[1], "shares")) {
    setRows(0);
    sums(Rows, row, v, sum);
    for (int i = 0; i <= Rows; i++)
      row[i] = i ? 998 : 0;
    sums(Rows, row, v, sum);
    return 0;
  }
  if (argc > 1 && !strcmp(argv[1], "falling")) {
    setRows(0);
    row[3] = 0;
    sums(Rows, row, v, sum);
    return 0;
  }
  for (int shape = 0; shape < 4; shape++)
    for (int again = 0; again < 3; again++) {
      setRows(shape);
      sums(again == 2 ? Rows - shape * 7 : Rows, row, v, sum);
      printChecksum("sum", sum, Rows * sizeof *sum);
    }
  unsigned short narrow[252];
  for (int i = 0; i < 252; i++)
    narrow[i] = (unsigned short)(i == 0 ? 0 : narrow[i - 1] + (i == 100 ? 5000 : i % 5));
  for (int pass = 0; pass < 3; pass++) {
    long all = total(251, narrow, v);
    printChecksum("all", &all, sizeof all);
  }
  printChecksum("v", v, Most * sizeof *v);
  free(v), free(sum);
}
