// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A subscript that moves by two in the inner loop and by one with the iterator: hetcc does not find rows of two
// elements, and does not report errors against a window that it has found itself.
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O1 -Werror %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetcc -O1 --hetcc-show-clauses -fsyntax-only %s 2>&1 | FileCheck %s
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void upwards(long n, const short *x, double *y) {
// CHECK: hetero(1) part_copy(y[1:n]) map(to: x[0|0:n + 5|5, i])
#pragma omp parallel for HETCC(hetero(1))
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 3; j++)
      y[i] += x[i + 2 * j + 1];
}

static void downwards(long n, const short *x, double *y) {
// CHECK: hetero(1) part_copy(y[1:n]) map(to: x[0|0:n + 5|5, i])
#pragma omp parallel for HETCC(hetero(1))
  for (long i = n - 1; i >= 0; i--)
    for (long j = 0; j < 3; j++)
      y[i] += x[i + 2 * j + 1];
}

int main(void) {
  enum { N = 41 };
  short *x = malloc((N + 5) * sizeof *x);
  double y[N] = {0};
  for (int i = 0; i < N + 5; i++)
    x[i] = (short)(7 * i % 23);
  upwards(N, x, y);
  downwards(N, x, y);
  upwards(1, x, y);
  for (int i = 0; i < N; i++)
    printf("%g\n", y[i]);
  free(x);
}
