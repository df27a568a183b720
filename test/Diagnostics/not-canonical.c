// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop must have OpenMP's canonical form. What that form forbids is an error at the offending token, and no object
// is written.
// RUN: rm -f %t.o
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: test ! -e %t.o

void leaves(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    if (x[i])
      break; // CHECK: not-canonical.c:[[# @LINE]]:7: error: break statement used with OpenMP for loop
    x[i] = i;
  }
}

void changesItsStep(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i * i < n; i++) // CHECK: not-canonical.c:[[# @LINE]]:{{[0-9]+}}: error:
    x[i] = i;
}
