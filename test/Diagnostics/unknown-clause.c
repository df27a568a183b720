// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clause that does not exist is an error at its name. For a similar name the message proposes the existing clause.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{unknown clause 'part_cpy' on 'omp parallel for'; did you mean 'part_copy'?}}
#pragma omp parallel for hetero(1) part_cpy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{unknown clause 'wibble' on 'omp parallel for'}}
#pragma omp parallel for hetero(1) wibble
  for (int i = 0; i < n; i++)
    x[i] = i;
}
