// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `collapse(2)` makes the product of two loops the iteration space. The tied dimensions follow the iterators in
// order.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 67, M = 43 };
static int x[N][M];

int main(void) {
#pragma omp parallel for collapse(2) hetero(1) part_copy(x[1:N][1:M])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[i][j] = i * 100 + j;
  printChecksum("x", x, sizeof x);
}
