// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing an array that is only copied in is an error, and so is reading the halo of an array that the loop writes,
// because another device may be writing those elements. An array that is mapped as a whole may be written at any index,
// which costs more than a window.
// REQUIRES: clang, plugin
// RUN: %verify %s

void input(int n, int *x) {
  // expected-note@+1 {{write 'part_copyout(x[1:n])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i; // expected-error {{array 'x' is given by 'part_copyin' and cannot be written}}
}

void halo(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n:1])
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1]; // expected-error {{array 'x' is written by this loop, so what lies -1 from the iteration's own index must not be read here}}
}

void full(int n, int *x) {
  // expected-note@+1 {{write 'part_copy(x[1:n])' to merge by iterations}}
#pragma omp parallel for hetero(1) map(tofrom : x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += i; // expected-warning {{array 'x' follows the loop but is copied whole by 'map(tofrom:)': each device compares all of it to find what it has changed}}
}

static int table[300][8];
void declared(int n) {
  // expected-note@+1 {{write 'part_copy(table[1:300][0:8])' to merge by iterations}}
#pragma omp parallel for hetero(1) map(tofrom : table)
  for (int i = 0; i < n; i++)
    table[i][2] += i; // expected-warning {{array 'table' follows the loop but is copied whole by 'map(tofrom:)': each device compares all of it to find what it has changed}}
}

void kept(int n, int *x, const int *to) {
#pragma omp parallel for hetero(1) map(tofrom : x[0:n]) map(to : to[0:n]) persist(x) // expected-error {{'x' in 'persist' is written at any index: what a device has of it is out of date when the loop has ended, and is not kept}}
  for (int i = 0; i < n; i++)
    x[to[i]] = i;
}

void doubtful(int n, int *x, const int *to) {
  // expected-note@+1 {{where iterations write any element, write 'map(tofrom: x[0:n])'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copyin(to[1:n])
  for (int i = 0; i < n; i++)
    x[to[i]] = i; // expected-warning {{this index of array 'x' is not seen to be the iteration's own, and under 'part_copy' devices bring back nothing else}}
}

void neighbour(int n, int *x) {
  // expected-note@+1 {{where iterations write any element, write 'map(tofrom: x[0:n])'}}
#pragma omp parallel for hetero(1) part_copyout(x[1:n])
  for (int i = 0; i < n; i++)
    x[i ^ 1] = i; // expected-warning {{this index of array 'x' is not seen to be the iteration's own, and under 'part_copyout' devices bring back nothing else}}
}

// No warning if the index may lie in the iteration's own row.
void stack(int n, int most, int *x, const int *from) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:most]) part_copyin(from[1:n])
  for (int i = 0; i < n; i++)
    for (int j = 0, top = 0; j < most; j++)
      if (from[i] > j)
        x[i * most + top++] = j;
}

void histogram(int n, int *bins, const int *x) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : bins[0:10])
  for (int i = 0; i < n; i++)
    bins[x[i]]++; // expected-warning {{array 'bins' is updated at an index that other iterations may update too: devices do not see each other's updates}}
  // expected-note@-1 {{where the loop accumulates, write 'omp atomic' before the update, or use 'reduction(operator: bins[0:length])'}}
}

void matrix(int n, int *flat) {
  // expected-note@+1 {{write 'part_copy(flat[1:n][0:n])' to merge by iterations}}
#pragma omp parallel for hetero(1) map(tofrom : flat[0:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      flat[i * n + j] = j; // expected-warning {{array 'flat' follows the loop but is copied whole by 'map(tofrom:)'}}
}
