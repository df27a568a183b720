// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A window that is only said to move out moves in too, unless every iteration is seen to write everything tied to
// it. A remark tells.
// REQUIRES: clang, plugin
// RUN: %verify %s

void sometimes(int n, const int *x, int *y) {
  // expected-remark@+1 {{array 'y' is moved in too: not every iteration is seen to write everything tied to it}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    if (x[i])
      y[i] = i;
}

void always(int n, const int *x, int *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}
