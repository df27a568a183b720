// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc may evaluate an expression in a clause any number of times, so it may have no side effects, in hetcc's clauses
// and in OpenMP's. Calls are allowed, on the user's responsibility, and so are operands that are not evaluated.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct Count {
  int N;
  Count &operator++();
  operator int() const;
};
int length();

void each(int n, int *y, int *z, Count c) {
  // expected-error@+1 {{this changes something, and what stands in 'part_copy' may be computed any number of times}}
#pragma omp parallel for hetero(1) part_copy(y[1:n++])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'hetero'}}
#pragma omp parallel for hetero(n = 1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'hetero'}}
#pragma omp parallel for hetero(1, all, static, 0.5, n *= 2) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'map'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(to: z[0:--n])
  for (int i = 0; i < n; i++)
    y[i] = z[0];
  // expected-error@+1 {{what stands in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(y[1:++c])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(y[1:*new int])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'num_threads'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) num_threads(n++)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'if'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) if (n--)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{what stands in 'map'}}
#pragma omp target enter data map(to: y[0:n++])
}

void none(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:length() + sizeof(n++) - sizeof(int)]) num_threads(length())
  for (int i = 0; i < n; i++)
    y[i] = i;
#pragma omp parallel for hetero(1) part_copy(y[1:({ int k = n; k++; k; })])
  for (int i = 0; i < n; i++)
    y[i] = i;
}
