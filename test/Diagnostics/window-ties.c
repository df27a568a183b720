// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that is written back follows the loop in exactly one dimension; otherwise results of two devices could not be merged.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int (*y)[64]) {
  // expected-note@+2 {{write 1 where index i belongs to iteration i, 0 elsewhere}}
  // expected-error@+1 {{array 'x' of 'part_copy' follows the loop in 0 dimensions; what is written back follows it in one}}
#pragma omp parallel for hetero(1) part_copy(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-note@+2 {{write 1 where index i belongs to iteration i, 0 elsewhere}}
  // expected-error@+1 {{array 'y' of 'part_copyout' follows the loop in 2 dimensions; what is written back follows it in one}}
#pragma omp parallel for hetero(1) part_copyout(y[1:64][1:64])
  for (int i = 0; i < 64; i++)
    y[i][0] = i;
  // An array that is only read may follow the loop in several dimensions.
#pragma omp parallel for hetero(1) part_copyin(y[1:64][1:64]) part_copy(x[1:64])
  for (int i = 0; i < 64; i++)
    x[i] += y[i][0] + y[0][i];
}
