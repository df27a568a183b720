// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop inside braces does not stand directly after its directive. As under gcc that is an error, at the directive.
// REQUIRES: clang, plugin
// RUN: %verify %s

void braced(int n, int *x) {
  // expected-error@+1 {{'omp target teams loop' must be followed by a for loop}}
#pragma omp target teams loop hetero(1) part_copy(x[1:n])
  { // expected-note {{the loop stands inside braces; a directive stands directly before its loop}}
    for (int i = 0; i < n; i++)
      x[i] = 1;
  }
}
