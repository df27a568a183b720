// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A second clause is an error where only one is allowed, and so is an array in two data clauses. The other checks go on
// with the first one.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  // expected-error@+1 {{clause 'hetero' given twice}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) hetero(0)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-note@+2 {{named here before; leave out one of the two}}
  // expected-error@+1 {{array 'x' is named in two data clauses}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) part_copyout(x[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  // A 'map' for other compilers may stand beside a window of the same array, if it moves as much.
#pragma omp target teams distribute parallel for map(tofrom : x[0:n]) map(to: y[0:n]) hetero(1) part_copyout(x[1:n]) part_copyin(y[1:n])
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  // expected-note@+2 {{named here before}}
  // expected-error@+1 {{array 'x' is named in two data clauses}}
#pragma omp target teams distribute parallel for map(to : x[0:n]) hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
