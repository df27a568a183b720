// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP's loop bounds are integers: a bound of floating type is an error, as in gcc.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(double end, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:8])
  // expected-error@+2 {{the bound of the loop is of type 'double'; wanted an integer}}
  // expected-note@+1 {{convert it to an integer before the loop}}
  for (int i = 0; i < end / 2; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:8])
  for (int i = end; i < (int)end + 2; i++)
    x[i] = i;
}
