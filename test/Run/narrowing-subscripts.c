// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A conversion to a smaller type, explicit or not, changes the value: such a subscript is not compared with its window
// at compile time. Unsigned arithmetic wraps around.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 200 };
static int x[1000], y[N];

int main(void) {
  int n = N;
  for (int i = 0; i < 1000; i++)
    x[i] = 7 * i;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[(unsigned char)(i + 256)];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    const unsigned char k = i + 512;
    y[i] -= 3 * x[k];
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:n:1]) part_copy(y[1:n])
  for (unsigned i = 1; i < n; i++)
    y[i] += x[i + 4294967295u];
  printChecksum("y", y, sizeof y);
}
