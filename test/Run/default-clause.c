// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With each kind of `default` clause, variables that hetcc's generated code adds are shared.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1207 };
static int x[N];

int main(void) {
  int n = N, factor = 3, sum = 0;
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:n]) default(private) shared(x, n) firstprivate(factor)
  for (int i = 0; i < n; i++)
    x[i] *= factor;
#pragma omp parallel for hetero(1) part_copy(x[1:n]) default(firstprivate) shared(x, n)
  for (int i = 0; i < n; i++)
    x[i] += factor;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) default(none) shared(x, n) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
#pragma omp parallel for hetero(1) part_copy(x[1:n]) default(shared)
  for (int i = 0; i < n; i++)
    x[i] -= sum;
  printChecksum("x", x, sizeof x);
}
