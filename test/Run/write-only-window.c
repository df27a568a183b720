// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `part_copyout` does not promise that each element is written: elements that the body does not write keep their host
// values. So a loop that writes every third element, or under a condition, loses nothing.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 3001 };
static int x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 3;
    y[i] = -i;
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copyout(y[1:N])
  for (int i = 0; i < N; i++)
    if (x[i] == 0)
      y[i] = i;
  printChecksum("y", y, sizeof y);
}
