// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument of `balance` must be the array that says where the segments of a segmented array of the directive begin.
// REQUIRES: clang, plugin
// RUN: %verify %s

void rows(int n, const int *row, const int *other, double *v, double *y) {
  int start = 0, end = n;
  // expected-error@+2 {{'other' in 'balance' says of no array of 'omp parallel for' where its segments begin}}
  // expected-note@+1 {{segments of 'v' begin where 'row' says}}
#pragma omp parallel for partition(static) balance(other) map(to, segmented : v[0:n, row, i])
  for (int i = 0; i < n; i++)
    (void)v[row[i]];
  // expected-error@+2 {{'row' in 'balance' says of no array of 'omp parallel for' where its segments begin}}
  // expected-note@+1 {{add 'map(to, segmented: array[lower:length, row, id])'}}
#pragma omp parallel for partition(static) balance(row) map(to : row[0 : n + 1]) map(tofrom : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = row[i];
  // expected-error@+1 {{expected the array that says where segments begin in 'balance'}}
#pragma omp parallel for partition(static) balance() map(to, segmented : v[0:n, row, i])
  for (int i = 0; i < n; i++)
    (void)v[row[i]];
  // expected-error@+1 {{clause 'balance' given twice}}
#pragma omp parallel for partition(static) balance(row) balance(row) map(to, segmented : v[0:n, row, i])
  for (int i = 0; i < n; i++)
    (void)v[row[i]];
  // expected-error@+2 {{'y' in 'balance' says of no array of 'omp parallel' where its segments begin}}
  // expected-note@+1 {{segments of 'v' begin where 'row' says}}
#pragma omp parallel partition(static : i = start; i < end; i++) balance(y) map(to, segmented : v[0:n, row, i])
  for (int i = start; i < end; i++)
    (void)v[row[i]];
  // expected-error@+1 {{clause 'balance' cannot stand on 'acc parallel loop'}}
#pragma acc parallel loop hetero(1) balance(row)
  for (int i = 0; i < n; i++)
    ;
}
