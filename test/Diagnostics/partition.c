// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in the arguments of partition() and in the sections of map().
// REQUIRES: clang, plugin
// RUN: %verify %s

int t[100];

void loops(int n, int *x) {
  // expected-error@+1 {{unknown scheduler 'adaptve' in 'partition'; did you mean 'adaptive'?}}
#pragma omp parallel for partition(adaptve) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{'partition' cannot stand on a directive with 'hetero', which says the same in other words}}
#pragma omp parallel for partition(static) hetero(1) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected 'pre|section|post, id' where there is padding in 'map(tofrom:)'}}
#pragma omp parallel for partition(static) map(tofrom : x[1|0:n|1])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected [lower:length, id, stride] in 'map(to:)'}}
#pragma omp parallel for partition(static) map(to : x[0:n, i, ][2:3])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+1 {{expected 'array', 'segmented' or 'indexed' in 'map'}}
#pragma omp parallel for partition(static) map(to, index : x[0:n, t, i])
  for (int i = 0; i < n; i++)
    (void)x[i];
}

void given(int n, int *x, int start, int end) {
  // expected-error@+1 {{'omp parallel for' stands before the loop that it splits; write the schedule alone}}
#pragma omp parallel for partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void blocks(int n, int *x) {
  int start = 0, end = n;
  // expected-error@+1 {{'omp parallel' over a block needs 'partition(schedule: id = start; id < end; id++)'}}
#pragma omp parallel devices(any) map(to : x[0:n])
  {}
  // expected-error@+1 {{scheduler 'chunk' gives a device several ranges, and a block runs once on each device; wanted 'adaptive', }}
#pragma omp parallel partition(chunk : i = start; i < end; i++) map(to : x[0:n, i])
  {}
  // expected-error@+1 {{this is no canonical loop; wanted 'id = start; id < end; id++' in 'partition'}}
#pragma omp parallel partition(static : i = start; i == end; i++) map(to : x[0:n, i])
  {}
  // expected-error@+1 {{'n + 1' in 'partition' is no variable; each device's thread gets its share in the bounds}}
#pragma omp parallel partition(static : i = start; i < n + 1; i++) map(to : x[0:n, i])
  {}
}
