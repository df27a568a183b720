// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of sections in map() against the loop: ids of partitions, halos (padding), extents.
// REQUIRES: clang, plugin
// RUN: %verify %s

int t[100], u[10][20];

void f(int n, int *x) {
  // expected-error@+1 {{'j' is the id of no partition here; the iterator of this loop is 'i'}}
#pragma omp parallel for partition(static) map(tofrom : x[0:n, j])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{halo -1 of array 't' is negative}}
#pragma omp parallel for partition(static) map(to : t[0|:|-1, i]) map(tofrom : x[0:n, i])
  for (int i = 0; i < 100; i++)
    x[i] = t[i];
  // expected-error@+1 {{the extent of dimension 1 of array 'x' is not known; write 'lower:length'}}
#pragma omp parallel for partition(static) map(to : x[0:n][:, i])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+1 {{array 'u' of 'map(tofrom:)' follows the loop in 2 dimensions; what is written back follows it in one}}
#pragma omp parallel for partition(static) map(tofrom : u[:, i][:, i])
  for (int i = 0; i < 10; i++)
    u[i][i] = i;
  // expected-error@+4 {{index of array 'x' lies 2 beyond the iteration's own, outside its window}}
  // expected-note@+1 {{needs halo 2}}
#pragma omp parallel for partition(static) map(to : x[|0:n|1, i]) map(tofrom : t[:, i])
  for (int i = 0; i < n; i++)
    t[i] = x[i + 2];
}
