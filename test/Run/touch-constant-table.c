// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant tables of the unit are part of the device code, with their values: at file scope and static local ones, in
// one and in two dimensions.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1301 };
static int x[N];
static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
static const short taps[2][3] = {{1, 2, 1}, {-1, 0, 1}};

int main(void) {
  static const unsigned char order[4] = {3, 1, 0, 2};
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = primes[i % 8] * taps[i % 2][i % 3] + order[i & 3];
  printChecksum("x", x, sizeof x);
}
