// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a program is ended by a fault (a signal), the checker still prints what it found, which here is the cause. A null
// array, and an array of zero elements, may not be read at all.

// RUN: %hetcc --hetcc-check -w -O2 %s -o %t
// RUN: not --crash %t null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: not %t empty 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: %t right 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <hetcc.h>
#include <stdlib.h>
#include <string.h>

static void scale(int n, int length, const double *x, double *y) {
  // NULL: window: part_copyin(x), line [[@LINE+3]]: x[{{[0-9]+}}] is read at {{.*}}:[[@LINE+5]] in iteration {{[0-9]+}}, which may read nothing: the pointer is null
  // NULL: the program is ended by a signal: Segmentation fault
  // EMPTY: window: part_copyin(x), line [[@LINE+1]]: x[0] is read at {{.*}}:[[@LINE+3]] in iteration 0, which may read nothing
#pragma omp parallel for hetero(1) part_copyin(x[1:length]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
  // RIGHT: nothing found in 1 loop
}

int main(int count, char **arguments) {
  double *x = calloc(40, sizeof *x), *y = calloc(40, sizeof *y);
  scale(40, strcmp(arguments[1], "empty") ? 40 : 0, strcmp(arguments[1], "null") ? x : 0, y);
  return count < 2;
}
