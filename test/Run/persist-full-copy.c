// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A full copy can be persistent: it moves once, and later passes use it. The host must not write the array until
// `depersist`.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1501 };
static int table[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    table[i] = i * 7 % N;
  for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel for hetero(1) map(to : table[0:N]) part_copy(y[1:N]) persist(table)
    for (int i = 0; i < N; i++)
      y[i] += table[(i + pass) % N];
  }
#pragma omp depersist(table)
  printChecksum("y", y, sizeof y);
}
