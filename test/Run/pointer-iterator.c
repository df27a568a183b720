// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iterator may be a pointer into the clause's array. The index of an iteration is the pointer's distance from the
// array's first element.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

static void negate(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int *p = a; p < a + n; p++)
    *p = -*p;
}

static void thirds(int n, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int *p = a + 2; p < a + n; p += 3)
    *p += 1000;
}

/* The pointer starts in `a`, not in the first array that the expression names. */
static void fromOffset(int n, const int *first, int *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n]) part_copyin(first[1:n])
  for (int *p = (long)first[0] + a; p < a + n; p++)
    *p += 5;
}

static void fromElement(int n, const int *first, int *a) {
#pragma omp parallel for hetero(1) part_copyin(first[1:n]) part_copy(a[1:n])
  for (int *p = &a[first[1]]; p < a + n; ++p)
    *p ^= 21;
}

int main(void) {
  enum { N = 3001 };
  int *a = malloc(N * sizeof *a);
  for (int i = 0; i < N; i++)
    a[i] = i;
  negate(N, a);
  thirds(N, a);
  int first[N] = {4, 700};
  fromOffset(N, first, a);
  fromElement(N, first, a);
  printChecksum("a", a, N * sizeof *a);
  free(a);
}
