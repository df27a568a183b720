// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small program for tests of settings: four passes of one region, and a checksum.
#include "checksum.h"

enum { N = 20011 };
static int x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 31;
  for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copy(y[1:N])
    for (int i = 0; i < N; i++)
      y[i] = y[i] * 3 % 1009 + x[i];
  }
  printChecksum("y", y, sizeof y);
}
