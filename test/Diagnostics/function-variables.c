// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the body calls are compiled for devices, together with file-scope variables that they read. A function
// that writes such a variable keeps the loop on the CPUs.
// REQUIRES: clang, plugin
// RUN: %verify %s

static int counter = 3;
static int get(int i) { return i + counter++; }

void f(int n, int *x) {
  // expected-note@+1 {{pass it as an argument}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = get(i); // expected-warning {{this loop runs on the CPUs alone: 'get' uses the variable 'counter', in 'get'}}
}
