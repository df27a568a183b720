// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A partition inside of another one, and errors in this. With proc_bind(spread) each thread of the outer block stands for a place.
// REQUIRES: clang, plugin
// RUN: %verify %s

extern int elsewhere(int);

void good(int n, int m, int (*c)[m]) {
  int j0 = 0, j1 = m, i0 = 0, i1 = n;
#pragma omp parallel proc_bind(spread) partition(adaptive : j = j0; j < j1; j++) map(tofrom : c[0:n][:, j])
  {
#pragma omp parallel partition(adaptive : i = i0; i < i1; i++) map(tofrom : c[0:n, i][0:m, j])
    for (int i = i0; i < i1; i++)
      for (int j = j0; j < j1; j++)
        c[i][j]++;
  }
}

// A place's thread uses the host's arrays, so it may use x outside of a loop over the thread's share.
void host(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:n, i])
  if (start < end)
    x[start] = 1;
}

void devices(int n, int (*c)[8]) {
  int j0 = 0, j1 = 8, i0 = 0, i1 = n;
#pragma omp parallel proc_bind(close) partition(adaptive : j = j0; j < j1; j++) map(tofrom : c[0:n][:, j]) // expected-note {{add 'proc_bind(spread)' to this directive: its threads then stand for places, whose devices share what is inside}}
  {
#pragma omp parallel partition(adaptive : i = i0; i < i1; i++) map(tofrom : c[0:n, i][:]) // expected-error {{this partition stands inside of another, whose threads stand for single devices}}
    for (int i = i0; i < i1; i++)
      c[i][0]++;
  }
}

// The same for a loop: its body contains a loop over the bounds of the block, which all devices would have to run.
void loops(int n, int m, int *c) {
  int j0 = 0, j1 = m;
#pragma omp parallel partition(adaptive : j = j0; j < j1; j++) map(tofrom : c[0:n][0:m, j]) // expected-note {{add 'proc_bind(spread)' to this directive}}
#pragma omp parallel for partition(adaptive) map(tofrom : c[0:n, i][0:m])
  for (int i = 0; i < n; i++)
    for (int j = j0; j < j1; j++) // expected-error {{a loop that all devices run cannot stand inside of 'omp parallel for' in a block}}
      c[i * m + j]++;
}

void unknown(int n, int m, int *c) {
  int j0 = 0, j1 = m;
#pragma omp parallel proc_bind(spread) partition(adaptive : j = j0; j < j1; j++) map(tofrom : c[0:n][0:m, j])
  {
#pragma omp parallel for partition(adaptive) map(tofrom : c[0:n, i][0:m, k]) // expected-error {{'k' is the id of no partition here; the iterator of this loop is 'i'}}
    for (int i = 0; i < n; i++)
      c[i * m] = i;
#pragma omp parallel for partition(adaptive) map(tofrom : c[0:n, i][0:m, j])
    for (int i = 0; i < n; i++)
#pragma omp bind_partition(i) // expected-error {{'i' is the id of no partition here}}
      for (int j = j0; j < j1; j++)
        c[i * m + j] = i;
#pragma omp parallel for partition(adaptive) map(tofrom : c[0:n, i][0:m, j])
    for (int i = 0; i < n; i++)
#pragma omp bind_partition(j) // expected-error {{'bind_partition' must stand before a loop from 'j0' to 'j1'}}
      for (int j = 0; j < j1; j++)
        c[i * m + j] = i;
  }
}

// An array for which only the outer block has a clause may not be written by the inner loop.
void written(int n, int m, int (*c)[m], int *d) {
  int j0 = 0, j1 = m;
#pragma omp parallel proc_bind(spread) partition(adaptive : j = j0; j < j1; j++) map(tofrom : c[0:n][:, j])
#pragma omp parallel for partition(adaptive) map(tofrom : d[0:n, i]) // expected-note {{say here what of it belongs to an iteration, as in 'map(tofrom: c[0:length, i]...)'}}
  for (int i = 0; i < n; i++)
    for (int j = j0; j < j1; j++)
      c[i][j] = d[i]++; // expected-error {{array 'c' is written, and only the block around this loop has a clause for it, which does not say what of it belongs to an iteration}}
}

void serial(int n, int *x) {
  int start = 0, end = n, last = 0;
#pragma omp parallel proc_bind(spread) partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    for (int i = start; i < end; i++) // expected-note {{define 'elsewhere' in this unit}}
      x[i] = elsewhere(i); // expected-warning {{one thread of each place runs this loop: it calls 'elsewhere'}}
  }
}
