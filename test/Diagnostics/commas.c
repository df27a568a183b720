// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single comma may stand before a clause. Two commas are an error, and so is a comma behind the last clause.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
#pragma omp parallel for hetero(1), part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
#pragma omp parallel for, hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-error@+1 {{expected a clause in 'omp parallel for'}}
#pragma omp parallel for hetero(1),, part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-error@+1 {{expected a clause in 'omp parallel for'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]),
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
