// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive may come from _Pragma, have macros in its clauses, and extend over several lines, with the same
// meaning.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

#define N 1511
#define WHERE all
#define SHARED_WINDOW(a) part_copy(a[1:N])
#define PARALLEL _Pragma("omp parallel for hetero(1) part_copy(x[1:N])")

static int x[N];

int main(void) {
  _Pragma("omp parallel for hetero(1) part_copy(x[1:N])")
  for (int i = 0; i < N; i++)
    x[i] += i;
  PARALLEL
  for (int i = 0; i < N; i++)
    x[i] *= 3;
#pragma omp parallel for hetero(1, WHERE) part_copy(x[1 : N])
  for (int i = 0; i < N; i++)
    x[i] -= 1;
#pragma omp parallel for hetero(1) SHARED_WINDOW(x)
  for (int i = 0; i < N; i++)
    x[i] ^= 9;
#pragma omp parallel for                                                                                               \
    hetero(1, all,                                                                                                     \
           static)                                                                                                     \
    part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += 2;
  printChecksum("x", x, sizeof x);
}
