// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant ratio outside of 0 to 1, and a constant div less than 1, are errors of the compiler. Other values are
// checked at run time.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, double share) {
  // expected-error@+1 {{ratio 1.5 is outside 0 to 1}}
#pragma omp parallel for hetero(1, all, static, 1.5) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{ratio 50 is outside 0 to 1}}
#pragma omp parallel for hetero(1, all, static, 50) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1, all, static, 1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{div 0 is less than 1}}
#pragma omp parallel for hetero(1, all, split, 0.5, 0) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1, all, split, share, n) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
