// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive of hetcc's must be followed by a for loop. Anything else is an error at the directive, which the message
// names as the user wrote it.
// REQUIRES: clang, plugin
// RUN: %verify %s

void notFor(int n, int *x) {
  // expected-error@+1 {{'acc region for' must be followed by a for loop}}
#pragma acc region for hetero(1) part_copy(x[1:n])
  while (n > 0)
    x[--n] = 1;
}
