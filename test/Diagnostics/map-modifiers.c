// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A misspelt modifier of 'map', such as presnt, is an error, so that the check that 'present' asks for is not lost.
// REQUIRES: clang, plugin
// RUN: %verify %s

void modifiers(int n, double *x) {
  // expected-error@+1 {{expected 'always', 'close' or 'present' in 'map'}}
#pragma omp target data map(presnt, to : x[0 : n])
  {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
    for (int i = 0; i < n; i++)
      x[i] += 1;
  }
}
