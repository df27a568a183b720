// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive and its loop may come out of one macro, or stand in one file. A directive alone in a header, with the loop
// in the file that includes it, cannot be rewritten and is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

#define BOTH(target) _Pragma("omp parallel for hetero(1) part_copy(x[1:n])") for (int i = 0; i < n; i++) target = i;

void together(int n, int *x) { BOTH(x[i]) }

void apart(int n, int *x) {
  // expected-error@Inputs/directive-only.h:* {{'omp parallel for' and its loop come out of different macros or files}}
#include "Inputs/directive-only.h"
  for (int i = 0; i < n; i++)
    x[i] = i;
}
