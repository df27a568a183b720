// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a block may do with the arrays that are split, and what keeps it on the CPUs.
// REQUIRES: clang, plugin
// RUN: %verify %s


void touched(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++)
      x[i] = i;
    x[0] = 1; // expected-error {{array 'x' is split by the partition, and an accelerator's thread has another copy of it: it is only touched in loops from 'start' to 'end'}}
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i <= end; i++) // another loop than the clause's
      x[i] = i;                        // expected-error {{array 'x' is split by the partition}}
  }
#pragma omp parallel devices(cpu) partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    if (start == 0)
      x[0] = 1; // cores work in place
  }
}

void written(int n, const int *x, int *y) {
  int start = 0, end = n;
  // expected-note@+1 {{'y' is named here}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(to : y[0:n, i])
  {
    for (int i = start; i < end; i++)
      y[i] = 1; // expected-error {{array 'y' is given by 'map(to:)' and cannot be written}}
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : y[0:n, j]) // expected-error {{'j' is the id of no partition here}}
  {}
}
