// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each argument of hetero may be given, left out, or be `default`. The condition is evaluated at run time; if it is
// false, the loop runs on the host as its directive says.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1303 };
static int x[N];

static void everyForm(int n, int condition, double share, int parts) {
#pragma omp parallel for hetero() part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += i;
#pragma omp parallel for hetero(condition) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 3 + 1;
#pragma omp parallel for hetero(n > 100 && condition, all) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] ^= 3;
#pragma omp parallel for hetero(1, cpu) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] -= 2;
#pragma omp parallel for hetero(1, all, static, share) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
#pragma omp parallel for hetero(1, all, split, default, parts) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 5;
#pragma omp parallel for hetero(1, quick, share, parts + 1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = -x[i];
#pragma omp parallel for hetero(1, gpu, gpu) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 7;
}

int main(void) {
  for (int pass = 0; pass < 3; pass++)
    everyForm(N, pass % 2, 0.25 * pass, pass + 1);
  printChecksum("x", x, sizeof x);
}
