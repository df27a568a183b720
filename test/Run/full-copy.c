// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `map(to:)` of a whole array gives each device a copy that it may read at any index. The array with a window beside it
// is still divided.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 3001, M = 509 };
static int table[M], where[N], y[N];

static void gather(const int *from, int m) {
#pragma omp parallel for hetero(1) map(to : from[0:m]) part_copyin(where[1:N]) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] += from[where[i]] - from[m - 1 - where[i]];
}

int main(void) {
  for (int k = 0; k < M; k++)
    table[k] = k * k % 97;
  for (int i = 0; i < N; i++)
    where[i] = i * 7919 % M;
  for (int pass = 0; pass < 3; pass++) {
    gather(table, M);
    table[pass] = -1; // the next pass must see this write of the host
  }
  printChecksum("y", y, sizeof y);
}
