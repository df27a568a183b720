// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a unit with a directive of hetcc's, plain OpenMP works as with -fopenmp: its loops, sections and `_OPENMP` are
// left to the host compiler.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1201 };
static int x[N], y[N];

int main(void) {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = 3 * i;
#pragma omp parallel for hetero(1) part_copy(x[1:N]) part_copyin(y[1:N])
  for (int i = 0; i < N; i++)
    x[i] += y[i];
#pragma omp parallel for simd reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < N; i++)
    sum += x[i] % 10;
#pragma omp parallel sections
  {
#pragma omp section
    x[0] = 5;
#pragma omp section
    x[1] = 6;
  }
#if !defined(_OPENMP) && defined(__HETCC__)
#error hetcc compiles a unit with its directives as with -fopenmp
#endif
  printf("%d\n", sum);
  printChecksum("x", x, sizeof x);
}
