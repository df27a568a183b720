// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Syntax of map() clauses in which another array says what belongs to an iteration: `segmented` and `indexed`.
// REQUIRES: clang, plugin
// RUN: %verify %s

void segments(int n, const int *begin, double *v, double (*block)[3]) {
  // expected-error@+1 {{expected [lower:length, array, id] in 'map(to, segmented:)'}}
#pragma omp parallel for partition(static) map(to, segmented : v[0:n, i])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{expected [lower:length, array, id] in 'map(to, segmented:)'}}
#pragma omp parallel for partition(static) map(to, segmented : v[1|0:n|1, begin, i])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{expected an id in the first dimension alone in 'map(to, segmented:)'}}
#pragma omp parallel for partition(static) map(to, segmented : block[0:n, begin, i][:, i])
  for (int i = 0; i < n; i++)
    (void)block[i][0];
}

void variants(int n, const int *column, double *x, double *y) {
  // expected-error@+1 {{clause 'map(to, indexed:)' is not supported together with 'variant'}}
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) map(from : y[0:n, i]) variant(cuda: gather(n, column, x, y))
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}

void indices(int n, const int *column, double *x) {
  // expected-error@+1 {{'tofrom' in 'map' of an array that is indexed: several devices may have the same element, so none writes it; write 'to'}}
#pragma omp parallel for partition(static) map(tofrom, indexed : x[0:n, column, i])
  for (int i = 0; i < n; i++)
    x[column[i]] = i;
  // expected-error@+1 {{'x' in 'persist' is made anew for each share, and does not stay on a device}}
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) persist(x)
  for (int i = 0; i < n; i++)
    (void)x[column[i]];
  // expected-error@+1 {{'column' in 'persist' is made anew for each share, and does not stay on a device}}
#pragma omp parallel for partition(static) map(to, indexed : x[0:n, column, i]) persist(column)
  for (int i = 0; i < n; i++)
    (void)x[column[i]];
  // expected-error@+1 {{expected [lower:length, array, id] in 'map(to, indexed:)'}}
#pragma omp parallel for partition(static) map(to, indexed : x[0:n])
  for (int i = 0; i < n; i++)
    (void)x[i];
}
