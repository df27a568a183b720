// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a block with a partition may do with the arrays that the partition splits, and what keeps the block on the CPUs.
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
    for (int i = start; i <= end; i++) // the loop has another condition than the clause
      x[i] = i;                        // expected-error {{array 'x' is split by the partition}}
  }
#pragma omp parallel devices(cpu) partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    if (start == 0)
      x[0] = 1; // threads of cores use the array itself, not copies
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

/* Each thread of the block stands for a device, and has to reach the loops and exchanges of padding for that device. */
void reached(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[1|0:n|1, i])
  {
#pragma omp critical
    for (int i = start; i < end; i++)
      x[i] = i;
#pragma omp single
    for (int i = start; i < end; i++) // expected-error {{a loop that all devices run cannot stand inside of 'omp single' in a block: every thread has to come there, for its own device}}
      x[i] = i;
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[1|0:n|1, i])
  {
#pragma omp critical
    {
#pragma omp target update padding_to(x) // expected-error {{padding cannot stand inside of 'omp critical' in a block}}
    }
  }
}

void bounds(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i]) // expected-error {{'end' is a bound of each thread's share, and the block changes it}}
  {
    end = end / 2;
    for (int i = start; i < end; i++)
      x[i] = i;
  }
#pragma omp parallel partition(static : i = start; i < end; i += 1) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) // the same step as in the clause, in other words
      x[i] = i;
  }
}

void pointers(int n, int *u, int *v) {
  int start = 0, end = n;
  // expected-note@+1 {{add 'firstprivate(u)' to the directive}}
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[0:n, i], v[0:n, i]) firstprivate(v)
  {
    for (int i = start; i < end; i++)
      v[i] = u[i];
    int *swap = u;
    u = v; // expected-error {{all threads of the block share 'u', and each of them would assign it}}
    v = swap;
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[0:n, i])
  {
#pragma omp target update from(u[0 : n]) // expected-error {{array 'u' is split by the partition}}
    for (int i = start; i < end; i++)
      u[i] = 1;
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[0:n, i]) map(to : v[0:n])
  {
    int first = v[0]; // v is not split: each device has all of it, so reading the host's array is right
    for (int i = start; i < end; i++)
      u[i] = v[n - 1 - i] + first;
  }
}

/* With `target`, each thread has its own copies of the pointers, unless 'shared' names them. */
void copies(int n, int *x, int *y) {
  int start = 0, end = n;
#pragma omp target partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i], y[0:n, i])
  {
    x = y;
  }
  // expected-note@+1 {{add 'firstprivate(x)' to the directive}}
#pragma omp target parallel partition(static : i = start; i < end; i++) shared(x) map(tofrom : x[0:n, i], y[0:n, i])
  {
    x = y; // expected-error {{all threads of the block share 'x', and each of them would assign it}}
  }
}
