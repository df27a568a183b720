// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable of each thread of a block that a loop writes is private to an iteration only if every iteration sets it
// first and the program does not use its value after the loop.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  int start = 0, end = n, t = 0, total = 0, left = 0, shared = 0;
  // expected-note@+1 {{declare 't' inside the loop, or use 'reduction(operator: t)' where the loop accumulates}}
#pragma omp parallel partition(static : i = start; i < end; i++) private(t) map(tofrom : x[0:n, i])
  {
    t = 1;
    for (int i = start; i < end; i++) {
      if (x[i] > 7)
        t = x[i]; // expected-warning {{this partition runs on the CPUs alone: 't' is written by the loop}}
      x[i] = t;   // with arrays in place, t may be the value of an earlier iteration
    }
  }
  // expected-note@+1 {{use 'reduction(operator: total)' where the loop accumulates}}
#pragma omp parallel partition(static : i = start; i < end; i++) firstprivate(total) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++)
      total += x[i]; // expected-warning {{this partition runs on the CPUs alone: 'total' is written by the loop}}
  }
  // expected-note@+1 {{set 'left' anew before it is used, or accumulate in a 'reduction'}}
#pragma omp parallel partition(static : i = start; i < end; i++) private(left) map(tofrom : x[0:n, i])
  for (int round = 0; round < 3; round++) {
    if (round)
      y[round] = left; // expected-warning {{this partition runs on the CPUs alone: it uses what a loop left in 'left', and an accelerator leaves nothing in it}}
    left = 4;
    for (int i = start; i < end; i++) {
      left = x[i] + 1;
      x[i] = left * left;
    }
  }
  // expected-note@+1 {{set 'left' anew before it is used}}
#pragma omp parallel partition(static : i = start; i < end; i++) private(left) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) {
      left = x[i] + 1;
      x[i] = left * left;
    }
    for (int i = start; i < end; i++)
      x[i] += left; // expected-warning {{this partition runs on the CPUs alone: it uses what a loop left in 'left'}}
  }
  // expected-note@+1 {{declare 'shared' inside the loop}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) {
      shared = x[i]; // expected-warning {{this partition runs on the CPUs alone: 'shared' is written by the loop}}
      x[i] = shared + 1;
    }
  }
}

// A pointer to the variable may read it after the loop, and an accelerator stores no value in it.
void alias(int n, int *x) {
  int start = 0, end = n;
  // expected-note@+1 {{declare 't' inside the loop}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    int t = 0, *p = &t;
    for (int i = start; i < end; i++) { // expected-warning {{this partition runs on the CPUs alone: a loop sets 't', whose address is taken, and an accelerator leaves nothing in it}}
      t = x[i];
      x[i] = t + 1;
    }
    n = *p;
  }
}
