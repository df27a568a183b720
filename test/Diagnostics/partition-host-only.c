// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block with a partition runs on accelerators only if all of its loops can; else a warning names the cause.
// REQUIRES: clang, plugin
// RUN: %verify %s

#define LOOP for (int i = start; i < end; i++) x[i] = i;

void f(int n, int *x, int *other) {
  int start = 0, end = n;
  // expected-note@+1 {{add 'map(to: other[0:extent, i])' to the block's directive}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++)
      x[i] = other[i]; // expected-warning {{this partition runs on the CPUs alone: 'other' is in no data clause}}
  }
  // expected-note@+1 {{let all iterations run}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) { // expected-warning {{this partition runs on the CPUs alone: it may be left before its end}}
      x[i] = i;
      if (x[i] > 7)
        break;
    }
  }
  // expected-note@+1 {{let the header alone count}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) // expected-warning {{this partition runs on the CPUs alone: its body may change 'i'}}
      x[i++] = i;
  }
  // expected-warning@+1 {{this partition runs on one thread: it, or a loop of it, comes out of a macro}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    LOOP
  }
}
