// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `num_threads` and `if` have OpenMP's meaning: they determine the size of the host's team. The result does not depend
// on them.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1201 };
static int x[N];

static void run(int threads, int wide) {
#pragma omp parallel for num_threads(threads) hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += i;
#pragma omp parallel for if (wide) hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = x[i] * 2 + 1;
}

int main(void) {
  for (int pass = 0; pass < 3; pass++)
    run(pass + 1, pass % 2);
  printChecksum("x", x, sizeof x);
}
