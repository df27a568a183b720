// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Invalid windows are errors when the region begins: overlapping arrays of which one is written, an array with two
// different tied dimensions, an extent whose size in bytes overflows. Each message names the clauses and their lines,
// and what was wanted and found.
// RUN: %hetcc -O2 %s -o %t
// RUN: %t fine | FileCheck %s --check-prefix=FINE
// RUN: env HETRT_CHECK=1 not --crash %t shifted 2>&1 | FileCheck %s --check-prefix=SHIFTED
// RUN: env HETRT_CHECK=1 not --crash %t crossed 2>&1 | FileCheck %s --check-prefix=CROSSED
// RUN: env HETRT_CHECK=1 not --crash %t huge 2>&1 | FileCheck %s --check-prefix=HUGE

// FINE: done
// SHIFTED: bad-windows.c:[[# @LINE + 9]]: part_copyin(from), line [[# @LINE + 9]] and part_copy(to), line [[# @LINE + 9]] overlap in memory, and one of them is written: wanted disjoint arrays or the same array, found 40 bytes at
// CROSSED: part_copy(a), line [[# @LINE + 14]] and part_copy(b), line [[# @LINE + 14]] describe the same array with different ties, and one of them is written: wanted the same dimension tied to the loop in both clauses, found {{\[1:8\]\[0:8\]}} of 4 bytes and {{\[0:8\]\[1:8\]}} of 4 bytes
// HUGE: part_copyin(from), line [[# @LINE + 7]]: the array is larger than the address space: wanted an end before 2^64, found {{\[}}4611686018427387904] of 4 bytes at address 0x
#include <stdio.h>
#include <string.h>

static int data[64];

static void copy(long n, long extent, const int *from, int *to) {
#pragma omp parallel for hetero(1) part_copyin(from[1:extent]) part_copy(to[1:n])
  for (long i = 0; i < n; i++)
    to[i] = from[i];
}

static void cross(int n, int *a, int *b) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:n]) part_copy(b[0:n][1:n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      a[i * n + k] += b[k * n + i]++;
}

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "";
  if (!strcmp(which, "shifted"))
    copy(10, 10, data, data + 5);
  else if (!strcmp(which, "crossed"))
    cross(8, data, data);
  else if (!strcmp(which, "huge"))
    copy(10, 1L << 62, data, data + 32);
  else
    copy(10, 10, data, data + 10);
  puts("done");
}
