// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that may stand once is an error the second time, and so is an array in two data clauses. The first one
// counts for the rest of the checks.
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
  // A 'map' that other compilers need may stand beside what belongs to an iteration, if it moves as much.
#pragma omp target teams distribute parallel for map(tofrom : x[0:n]) map(to: y[0:n]) hetero(1) part_copyout(x[1:n]) part_copyin(y[1:n])
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  // expected-note@+2 {{named here before}}
  // expected-error@+1 {{array 'x' is named in two data clauses}}
#pragma omp target teams distribute parallel for map(to : x[0:n]) hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
