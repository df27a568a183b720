// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clauses work on all combined target directives of a loop, with or without simd; each of them splits the loop over
// CPUs and accelerators.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1501 };
static int x[N];

int main(void) {
#pragma omp target teams distribute parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += i;
#pragma omp target teams distribute parallel for simd hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = x[i] * 3 + 1;
#pragma omp target parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] -= i / 2;
#pragma omp target parallel for simd hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] *= 5;
#pragma omp target teams loop hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += 13;
#pragma omp parallel for simd hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = ~x[i];
  printChecksum("x", x, sizeof x);
}
