// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in the syntax of the clause `variant`.
// REQUIRES: clang, plugin
// RUN: %verify %s

void kernel(long long first, long long count, double a, const double *x, double *y);

void f(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(hip: kernel) // expected-error {{unknown kind 'hip' of devices in 'variant'; wanted 'cuda'}}
  for (int i = 0; i < n; i++)
    y[i] += a;

  double sum = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : sum) variant(cuda: kernel) // expected-error {{clause 'reduction' is not supported together with 'variant'}}
  for (int i = 0; i < n; i++)
    sum += x[i];

#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(kernel) // expected-error {{expected 'cuda: kernel' in 'variant'}}
  for (int i = 0; i < n; i++)
    y[i] += a;

#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(cuda: kernel, 1, 2, 3, 4) // expected-error {{'variant' takes at most 4 arguments}}
  for (int i = 0; i < n; i++)
    y[i] += a;

#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(cuda: kernel a) // expected-error {{expected 'kernel', 'kernel(arguments)' or either with 'in "file"' in 'variant'}}
  for (int i = 0; i < n; i++)
    y[i] += a;
}
