// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP's clauses on a directive with 'hetero' must stand where OpenMP allows them, with arguments that OpenMP allows,
// also those without effect on such a loop. Clauses that hetcc does not read itself are checked by clang's own parser.
// REQUIRES: clang, plugin
// RUN: %verify %s

void where(int n, int *y) {
  // expected-error@+1 {{clause 'safelen' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) safelen(4)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{clause 'num_teams' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) num_teams(4)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{clause 'thread_limit' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) thread_limit(potato soup)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{clause 'device' cannot stand on 'omp parallel for simd'}}
#pragma omp parallel for simd hetero(1) part_copy(y[1:n]) device(0)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{clause 'schedule' cannot stand on 'omp target teams loop'}}
#pragma omp target teams loop hetero(1) part_copy(y[1:n]) schedule(static)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{clause 'copyprivate' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) copyprivate(n)
  for (int i = 0; i < n; i++)
    y[i] = i;
}

void arguments(int n, int *y, double x) {
  // expected-error@+1 {{expected 'static', 'dynamic', 'guided', 'auto', 'runtime', 'monotonic', 'nonmonotonic' or 'simd' in OpenMP clause 'schedule'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) schedule(banana)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{expression must have integral or unscoped enumeration type}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) schedule(static, x)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'order'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) order(+)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'potato'}}
#pragma omp target teams distribute parallel for hetero(1) part_copy(y[1:n]) thread_limit(potato)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{expression must have integral or unscoped enumeration type}}
#pragma omp target teams distribute parallel for hetero(1) part_copy(y[1:n]) num_teams(x)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{dist_schedule}}
#pragma omp target teams distribute parallel for hetero(1) part_copy(y[1:n]) dist_schedule(dynamic)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{expression must have integral or unscoped enumeration type}}
#pragma omp target parallel for hetero(1) part_copy(y[1:n]) device(x)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{defaultmap}}
#pragma omp target parallel for hetero(1) part_copy(y[1:n]) defaultmap(sometimes)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{bind}}
#pragma omp target teams loop hetero(1) part_copy(y[1:n]) bind(nobody)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{safelen}}
#pragma omp parallel for simd hetero(1) part_copy(y[1:n]) safelen(0)
  for (int i = 0; i < n; i++)
    y[i] = i;
}

// Correct clauses; and the same inside of other constructs.
void right(int n, int *y) {
#pragma omp target data map(tofrom: y[0:n])
  {
#pragma omp target teams distribute parallel for hetero(1) part_copy(y[1:n]) num_teams(4) thread_limit(64) device(0) \
    dist_schedule(static, 8) schedule(nonmonotonic : dynamic, n) order(concurrent) nowait defaultmap(tofrom : scalar)
    for (int i = 0; i < n; i++)
      y[i] = i;
#pragma omp taskwait
  }
#pragma omp target teams loop hetero(1) part_copy(y[1:n]) bind(teams) order(concurrent)
  for (int i = 0; i < n; i++)
    y[i] = i;
}
