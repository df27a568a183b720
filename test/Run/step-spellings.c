// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The direction of a loop with `!=` follows from the sign of its step, in any form: `+= -1` counts down, and `-= -1`
// up.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1207 };
static int x[N];

int main(void) {
  unsigned long sum = 0, count = 0;
#pragma omp parallel for hetero(1) reduction(+ : sum, count)
  for (unsigned char i = 200; i != 0; i += -1) {
    sum += i;
    count++;
  }
  printf("%lu %lu\n", sum, count);
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = N - 1; i != -1; i += -1)
    x[i] += i;
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 3; i != N; i -= -1)
    x[i] += 1000;
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int *p = x + N - 1; p != x; p += -1)
    *p *= 3;
  printChecksum("x", x, sizeof x);
}
