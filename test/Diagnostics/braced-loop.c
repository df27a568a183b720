// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between a directive and its loop there may be no braces: an error at the directive, as in gcc.
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
