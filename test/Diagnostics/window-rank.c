// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A window has one to three dimensions. A fourth is an error at the array.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, long q[2][2][2][2]) {
  // expected-error@+1 {{'q' takes 1 to 3 dimensions, found 4}}
#pragma omp parallel for hetero(1) part_copy(q[1:2][0:2][0:2][0:2])
  for (int i = 0; i < n; i++)
    q[i][0][0][0] = i;
}
