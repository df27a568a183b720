// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives that have a meaning only inside of a block with a partition, and errors in their arguments.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
#pragma omp bind_partition(j) // expected-error {{'j' is the id of no partition here}}
    for (int i = start; i < end; i++)
      x[i] = i;
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
#pragma omp bind_partition(i) // expected-error {{'bind_partition' must stand before a loop from 'start' to 'end'}}
    for (int i = 0; i < end; i++)
      (void)i;
  }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : x[0:n, i]) map(to : y[0:n])
  {
#pragma omp target update padding_update_nearby(x, y) // expected-error {{array 'y' in 'padding_update_nearby' is split by no map of the partition around it}} expected-warning {{array 'x' in 'padding_update_nearby' has no padding in its map, so nothing is exchanged}}
  }
}
