// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing an array that only moves in is an error, and so is reading the halo of an array that the same loop
// writes. Another device may be writing what the halo holds.
// REQUIRES: clang, plugin
// RUN: %verify %s

void input(int n, int *x) {
  // expected-note@+1 {{'x' is named here; 'part_copy' moves it in and out}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i; // expected-error {{array 'x' is given by 'part_copyin' and cannot be written}}
}

void halo(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n:1])
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1]; // expected-error {{array 'x' is written by this loop, so index}}
}

void full(int n, int *x) {
  // expected-note@+1 {{write 'part_copy(x[1:n])' to merge by iterations}}
#pragma omp parallel for hetero(1) map(tofrom : x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += i; // expected-error {{array 'x' is written by the loop but copied whole by 'map(tofrom:)'}}
}

void histogram(int n, int *bins, const int *x) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : bins[0:10])
  for (int i = 0; i < n; i++)
    bins[x[i]]++; // expected-error {{array 'bins' is written by the loop but copied whole by 'map(tofrom:)'}}
  // expected-note@-1 {{where the loop accumulates, write 'omp atomic' before the update, or use 'reduction(operator: bins[0:length])'}}
}

void matrix(int n, int *flat) {
  // expected-note@+1 {{write 'part_copy(flat[1:n][0:n])' to merge by iterations}}
#pragma omp parallel for hetero(1) map(tofrom : flat[0:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      flat[i * n + j] = j; // expected-error {{array 'flat' is written by the loop but copied whole by 'map(tofrom:)'}}
}
