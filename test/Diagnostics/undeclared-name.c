// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions in hetcc's clauses are checked like others: an undeclared name is an error at its place in the clause, in
// clang's words.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{use of undeclared identifier 'm'}}
#pragma omp parallel for hetero(1) part_copy(x[1:m])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
