// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with `nowait` for which the program waits all the same; a warning says why.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct Grid {
  int *x;
  int n;
  void run() {
    // expected-warning@+1 {{'nowait' has no effect: the loop uses members of this object, which the program may change}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) nowait
    for (int i = 0; i < n; i++)
      x[i] = i;
  }
};

int &unknown(int);

void hostOnly(int n, int *x) {
  // expected-warning@+1 {{'nowait' has no effect: the loop runs on the CPUs alone}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) nowait
  for (int i = 0; i < n; i++)
    x[i] = unknown(i); // expected-warning {{this loop runs on the CPUs alone}}
  // expected-note@-3 {{}}
}

void binding(int *x) {
  struct Pair {
    int n, k;
  } pair = {4, 5};
  auto [n, k] = pair;
  // expected-warning@+1 {{'nowait' has no effect: 'n' is a structured binding}}
#pragma omp target parallel for hetero(1) part_copy(x[1:n]) nowait
  for (int i = 0; i < 4; i++)
    x[i] = i;
}
