// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On a device, an array mapped with 'indexed' has other indices, and the array of indices has other values: a loop that
// uses either in another way than x[column[i]] runs on the CPUs.
// REQUIRES: clang, plugin
// RUN: %verify %s

double value(const double *x);

void uses(int n, const int *column, const double *x, double *y) {
  // expected-note@+4 {{use 'x[column[...]]', and another pointer to the array, with a map of its own, for the rest}}
  // expected-warning@+5 {{this loop runs on the CPUs alone: this index of 'x' is no element of 'column'}}
  // A device only has the elements that the indices of its share name.

#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]] + x[i];

  // expected-note@+3 {{use another pointer to the array, with a map of its own, for the rest}}
  // expected-warning@+4 {{this loop runs on the CPUs alone: it uses 'column' for more than to index 'x'}}

#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]] + column[i];

  // expected-note@+3 {{use 'x[column[...]]', and another pointer to the array, with a map of its own, for the rest}}
  // expected-warning@+4 {{this loop runs on the CPUs alone: this index of 'x' is no element of 'column'}}

#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[column[i] + 1];

  // expected-warning@+7 {{this loop runs on the CPUs alone: this index of 'x' is no element of 'column'}}
  // expected-note@+3 {{use 'x[column[...]]', and another pointer to the array, with a map of its own, for the rest}}
  // A pointer x + column[i] is not recognised as an index either.

#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++) {
    const double *at = x + column[i];
    y[i] = *at;
  }

  // expected-warning@+7 {{this loop runs on the CPUs alone: it uses 'column' for more than to index 'x'}}
  // expected-note@+3 {{use another pointer to the array, with a map of its own, for the rest}}
  // The pointer column + i is another use of the indices, too.

#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++) {
    const int *at = column + i;
    y[i] = x[column[i]] + *at;
  }

  // expected-note@+3 {{use 'x[column[...]]', and another pointer to the array, with a map of its own, for the rest}}
  // expected-warning@+4 {{this loop runs on the CPUs alone: this index of 'x' is no element of 'column'}}
  // A cast to a smaller type changes the index.
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[(unsigned char)column[i]];

  // A cast to a larger type does not change the index.
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[(long)(column[i])];

  // expected-note@+3 {{give 'x' a type that has rows}}
  // expected-warning@+2 {{this loop runs on the CPUs alone: one subscript reaches through all dimensions of 'x', so it is no index of one}}
  // The first dimension consists of rows, and x[column[i]] as a flat index does not select a row.
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i][0:3]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
