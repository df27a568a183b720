// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A one-dimensional variable length array may be in a clause, as a local and as a parameter. Its bounds are evaluated
// at run time, once per region.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static void square(int n, long a[n]) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = a[i] * a[i];
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 1000 + argc;
  long a[n], b[n];
  for (int i = 0; i < n; i++)
    a[i] = i - 500;
#pragma omp parallel for hetero(1) part_copyin(a[1:n]) part_copyout(b[1:n])
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 7;
  square(n, b);
  printChecksum("b", b, sizeof b);
}
