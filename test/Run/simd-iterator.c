// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the iterator of a simd or loop construct is declared outside of the loop, it has the serial loop's value after the
// loop. It may be a global, a pointer or unsigned, and the loop may have zero iterations.
// RUN: %hetcc -O2 -Wall -Werror %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <hetcc.h>

enum { N = 500 };
static int global, y[N];

static void integers(int n) {
  int up, down;
  unsigned char narrow;
  unsigned long wide = 1;
#pragma omp parallel for simd HETCC(hetero(1) part_copy(y[1:N]))
  for (up = 10; up < n; up += 7)
    y[up] += up;
#pragma omp parallel for simd default(none) shared(n, y) HETCC(hetero(1) part_copy(y[1:N]))
  for (down = n - 1; down >= 3; down -= 4)
    y[down] += 2;
#pragma omp target teams distribute parallel for simd HETCC(hetero(1) part_copy(y[1:N]))
  for (wide = 0; wide <= 150; wide += 4)
    y[wide] += 3;
#pragma omp parallel for simd HETCC(hetero(1) part_copy(y[1:N]))
  for (narrow = 4; narrow != 250; narrow++)
    y[narrow] += 4;
#pragma omp parallel for simd HETCC(hetero(1) part_copy(y[1:N]))
  for (global = 0; global < n; global += 3)
    y[global] += 5;
  printf("%d %d %lu %d %d\n", up, down, wide, narrow, global);
}

static void others(int *p, int n) {
  int *at, never, loop;
#pragma omp parallel for simd HETCC(hetero(1) part_copy(p[1:n]))
  for (at = p; at < p + n; at += 3)
    *at += 6;
#pragma omp target teams loop HETCC(hetero(1) part_copy(p[1:n]))
  for (loop = 0; loop < n; loop += 2)
    p[loop] += 7;
#pragma omp parallel for simd HETCC(hetero(1) part_copy(p[1:n]))
  for (never = n; never < n; never++)
    p[never] = 0;
  printf("%ld %d %d\n", (long)(at - p), loop, never);
}

int main(void) {
  integers(400);
  others(y, N);
  printChecksum("y", y, sizeof y);
}
