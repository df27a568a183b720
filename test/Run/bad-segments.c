// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The array with the starts of segments is checked before data moves; an index outside of an iteration's own segment is
// an error on an emulated device.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t good | FileCheck %s --check-prefix=GOOD
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t falls 2>&1 | FileCheck %s --check-prefix=FALLS
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t short 2>&1 | FileCheck %s --check-prefix=SHORT
// GOOD: 435
// FALLS: bad-segments.c:24: map(to, segmented:)(value), line 24: begin[7] is less than the one before it: wanted at least 18, found 3
// BEYOND: bad-segments.c:24: map(to, segmented:)(value), line 24: begin[10] lies beyond the array: wanted at most 30, found 31
// NEGATIVE: bad-segments.c:24: map(to, segmented:)(value), line 24: begin[0] is no index: wanted at least 0, found -2
// OTHER: array 'value' (map(to, segmented:), line 24): read of index {{15 outside its window \[0, 15\)|30 outside its window \[15, 30\)}}
// SHORT: map(to, segmented:)(value), line 32: the loop runs over 0 to 10, which takes elements 0 to 11 of 'start': found an extent of 11
#include <stdio.h>
#include <string.h>

static double value[30], sum[11];
static long begin[11], start[11];

static void add(int n, int past) {
#pragma omp parallel for partition(static) map(to, segmented : value[:, begin, i]) map(from : sum[:, i])
  for (int i = 0; i < n; i++) {
    sum[i] = 0;
    for (long k = begin[i]; k < begin[i + 1] + past; k++)
      sum[i] += value[k];
  }
}
static void addAll(int n) {
#pragma omp parallel for partition(static) map(to, segmented : value[:, start, i]) map(to : start[:]) map(from : sum[:, i])
  for (int i = 0; i < n; i++)
    sum[i] = value[start[i]];
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  for (int i = 0; i < 30; i++)
    value[i] = i;
  for (int i = 0; i <= 10; i++)
    begin[i] = start[i] = 3 * i;
  if (strcmp(argv[1], "falls") == 0)
    begin[7] = 3;
  if (strcmp(argv[1], "beyond") == 0)
    begin[10] = 31;
  if (strcmp(argv[1], "negative") == 0)
    begin[0] = -2;
  if (strcmp(argv[1], "short") == 0)
    addAll(11);
  else
    add(10, strcmp(argv[1], "other") == 0);
  double all = 0;
  for (int i = 0; i < 10; i++)
    all += sum[i];
  printf("%g\n", all);
}
