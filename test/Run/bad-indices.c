// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values in an array of indices are checked before data moves; an iteration that uses an index outside of its share
// is an error on an emulated device. In a block, a loop may not write the array that it reads by indices.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t good | FileCheck %s --check-prefix=GOOD
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t large 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t both 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static HETRT_CHECK=1 not --crash %t both 2>&1 | FileCheck %s --check-prefix=BOTH
// GOOD: 4950
// LARGE: bad-indices.c:23: map(to, indexed:)(x), line 23: place[97] is no index of it: wanted 0 to 99, found 100
// NEGATIVE: bad-indices.c:23: map(to, indexed:)(x), line 23: place[3] is no index of it: wanted 0 to 99, found -1
// OTHER: array 'place' (map(to, indexed:), line 23): read of index {{50 outside its window \[0, 50\)|100 outside its window \[50, 100\)}}
// BOTH: map(to, indexed:)(all), line 32: a loop reads the array by its indices, and writes it as 'y': wanted two loops, and 'target update padding_update_nearby(all)' between them
#include <stdio.h>
#include <string.h>

static short place[101];
static double x[100], y[100];

static void pick(int further) {
#pragma omp parallel for partition(static) map(to, indexed : x[:, place, i]) map(from : y[:, i])
  for (int i = 0; i < 100; i++)
    y[i] = x[place[i + further]];
}

static void both(void) {
  int start = 0, end = 100;
  const double *all = y;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : y[:, i]) firstprivate(all)                \
    map(to, indexed : all[0:100, place, i])
  for (int i = start; i < end; i++)
    y[i] = all[place[i]];
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  for (int i = 0; i < 100; i++)
    x[i] = i, place[i] = (short)(i * 7 % 100);
  if (strcmp(argv[1], "large") == 0)
    place[97] = 100;
  if (strcmp(argv[1], "negative") == 0)
    place[3] = -1;
  if (strcmp(argv[1], "both") == 0)
    both();
  pick(strcmp(argv[1], "other") == 0);
  double sum = 0;
  for (int i = 0; i < 100; i++)
    sum += y[i];
  printf("%g\n", sum);
}
