// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The directive of the Splitter paper has its own data clauses, acc_copyin, acc_copyout and acc_copy, and in its
// `hetero` the scheduler comes before the ratio.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1409 };
static int x[N], y[N], table[32];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 32;
  for (int k = 0; k < 32; k++)
    table[k] = 1000 - k * k;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp acc_region_loop hetero(1, dynamic, 0.5, 10) acc_copyin(table[0:32]) part_copyin(x[1:N]) part_copy(y[1:N])
    for (int i = 0; i < N; i++)
      y[i] += table[x[i]];
  }
  printChecksum("y", y, sizeof y);
}
