// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A border row is copied from the row beside it: the extent follows from the row that is written, not from the one that is read.
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O1 -w %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetcc -w --hetcc-show-clauses -c %s -o %t.o 2>&1 | FileCheck %s
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void top(int x, int y, double *b) {
// CHECK: found for this loop: '{{.*}}HETCC(hetero(1) map(tofrom: b[0:{{.*}}x * y]))'
#pragma omp parallel for HETCC(hetero(1))
  for (int k = 0; k < x; k++)
    b[k + (y - 1) * x] = b[k + (y - 2) * x];
}

int main(void) {
  enum { X = 50, Y = 6 };
  double *b = malloc(sizeof(double) * X * Y);
  for (int e = 0; e < X * Y; e++)
    b[e] = e;
  top(X, Y, b);
  for (int e = (Y - 2) * X; e < Y * X; e++)
    printf("%g\n", b[e]);
  free(b);
}
