// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that `variant` names must be a function whose parameters fit the arguments that it will get.
// REQUIRES: clang, plugin
// RUN: %verify %s

void kernel(long long first, long long count, double a, const double *x, double *y);
void arrays(long long first, long long count, const double *x, double *y);
void narrow(int first, long long count, const double *x, double *y);
void values(long long first, long long count, double a, double x, double *y);
double variable;

void f(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: kernel(a, x, y), 128, 64, 0)
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: arrays)
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: anything(a) in "file.ptx")
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(cuda: variable) // expected-error {{'variable' in 'variant' is no function}} expected-note {{declare the kernel as a function that returns void, without '__global__'}}
  for (int i = 0; i < n; i++)
    y[i] += a;

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: kernel) // expected-error {{kernel 'kernel' has 5 parameters; wanted 4: 'long long' for the first value of the iterator, 'long long' for the number of iterations, and one for each argument}}
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: narrow) // expected-error {{parameter 1 of kernel 'narrow' has type 'int'; wanted 'long long'}}
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: values(a, x, y)) // expected-error {{parameter 4 of kernel 'values' has type 'double'; wanted a pointer, as the argument is an array of a data clause}}
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: kernel(a, n, y)) // expected-error {{parameter 4 of kernel 'kernel' has type 'const double *'; wanted no pointer, as the argument is in no data clause}}
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];

  double table[4] = {0};
#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(cuda: kernel(a, table, y)) // expected-error {{argument 'table' of kernel 'kernel' has type 'double[4]', and is in no data clause; wanted an array of a data clause or a value that can be copied}}
  for (int i = 0; i < n; i++)
    y[i] += a;
  (void)table;
}
