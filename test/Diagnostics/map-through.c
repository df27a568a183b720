// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meaning of map() clauses in which another array says what belongs to an iteration: `segmented` and `indexed`.
// REQUIRES: clang, plugin
// RUN: %verify %s

void segments(int n, const int *begin, const double *real, int *own, double *v) {
  // expected-error@+1 {{'j' is the id of no partition here; the iterator of this loop is 'i'}}
#pragma omp parallel for partition(static) map(to, segmented : v[0:n, begin, j])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{the extent of dimension 0 of array 'v' is not known; write 'lower:length'}}
#pragma omp parallel for partition(static) map(to, segmented : v[:, begin, i])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{'real' has type 'const double *'; wanted an array of integers, which say what of 'v' belongs to an iteration}}
#pragma omp parallel for partition(static) map(to, segmented : v[0:n, real, i])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{'own' says what of 'v' belongs to an iteration, so no other array says that of 'own'}}
#pragma omp parallel for partition(static) map(to, segmented : own[0:n, begin, i], v[0:n, own, i])
  for (int i = 0; i < n; i++)
    (void)v[i];
  // expected-error@+1 {{'own' says what of 'v' belongs to an iteration, so the loop cannot write it; write 'to'}}
#pragma omp parallel for partition(static) map(tofrom : own[0:n, i]) map(to, segmented : v[0:n, own, i])
  for (int i = 0; i < n; i++)
    own[i] = (int)v[i];
  // expected-error@+5 {{index of array 'begin' lies 1 beyond the iteration's own, outside its window}}
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for partition(static) map(to : begin[0 : n + 1, i]) map(tofrom, segmented : v[0:n, begin, i])
  for (int i = 0; i < n; i++)
    v[begin[i]] =
        begin[i + 1];
  // expected-error@+4 {{array 'v' is given by 'map(to, segmented:)' and cannot be written}}
  // expected-note@+1 {{'v' is named here; 'map(tofrom:)' moves it in and out}}
#pragma omp parallel for partition(static) map(to, segmented : v[0:n, begin, i])
  for (int i = 0; i < n; i++)
    v[begin[i]] = 0;
}

void indices(int n, int m, const int (*near)[m], int *column, const double *x, double *y) {
  // expected-error@+1 {{the indices in 'near' follow the loop in another dimension than the first, so a share of them is no array of its own}}
#pragma omp parallel for partition(static) map(to : near[0:n][0:m, i]) map(to, indexed : x[0:n, near, i])
  for (int i = 0; i < m; i++)
    (void)x[near[0][i]];
  // expected-error@+1 {{'column' says what of 'x' belongs to an iteration, so the loop cannot write it; write 'to'}}
#pragma omp parallel for partition(static) map(tofrom : column[0:n, i]) map(to, indexed : x[0:n, column, i])
  for (int i = 0; i < n; i++)
    column[i] = (int)x[column[i]];
  // expected-error@+4 {{array 'y' is given by 'map(to, indexed:)' and cannot be written}}
  // expected-note@+1 {{'y' is named here; 'map(tofrom:)' moves it in and out}}
#pragma omp parallel for partition(static) map(to, indexed : y[0:n, column, i])
  for (int i = 0; i < n; i++)
    y[column[i]] = 0;
}

void padding(int n, const int *begin, double *v) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom, segmented : v[0 : begin[n], begin, i])
  {
    // expected-error@+1 {{array 'v' in 'padding_from' has no padding: another array says what of it belongs to an iteration}}
#pragma omp target update padding_from(v)
    for (int i = start; i < end; i++)
      v[begin[i]] = 0;
  }
}
