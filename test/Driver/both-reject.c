// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the host compiler rejects a unit too, its errors are the ones that the user sees, at the user's lines.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=note: --implicit-check-not=/hetcc-
// RUN: test ! -e %t.o

void zero(int n, int *a) {
#pragma omp parallel for hetero(1) part_copyout(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
// CHECK: both-reject.c:[[#@LINE+1]]:{{.*}} error:
int wrong(int n) { return n n; }
