// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of partitions that contradict each other.
// REQUIRES: clang, plugin
// RUN: %verify %s

void words(int n, int *x) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < start; i++) map(tofrom : x[0:n, i]) // expected-error {{'start' cannot be both bounds in 'partition'}}
  {}
#pragma omp parallel partition(static : i = start; i < end; i--) map(tofrom : x[0:n, i]) // expected-error {{this is no canonical loop}}
  {}
#pragma omp parallel partition(static : i = start; i < end; i++) firstprivate(end) // expected-error {{'end' is a bound of the partition, which every thread has of its own; leave it out of 'firstprivate'}}
  {}
#pragma omp target update padding_to(x[0 : n]) // expected-error {{expected the name of an array alone in 'padding_to'}}
}
