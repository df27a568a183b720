// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brackets in a directive must match. The message shows the wrong closing bracket, and a note the opening bracket that
// has to be closed.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *y) {
  // expected-error@+2 {{']' stands where ')' has to close what is open}}
  // expected-note@+1 {{opened by this '('}}
#pragma omp parallel for hetero(1] part_copy(y[1:n})
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+2 {{')' stands where ']' has to close what is open}}
  // expected-note@+1 {{opened by this '['}}
#pragma omp parallel for hetero(1) part_copy(y[1:n)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{')' closes nothing}}
#pragma omp parallel for hetero(1)) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+2 {{'}' stands where ')' has to close what is open}}
  // expected-note@+1 {{opened by this '('}}
#pragma omp target enter data map(to: y[0:n]}
  // expected-error@+1 {{missing ')' at the end of 'num_threads'}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) num_threads(2
  for (int i = 0; i < n; i++)
    y[i] = i;
}

void semicolons(int n, int *x) {
  // expected-error@+1 {{expected ',' or ')' in 'hetero'}}
#pragma omp parallel for hetero(1; 2) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected ',' or ')' in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x[1;n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void otherBracketsThanOfAWindow(int n, int *x) {
  // expected-error@+1 {{expected '[' in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x{1:n})
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected '[' in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x(1:n))
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+2 {{expected [cond:num] or [cond:num:halo] in 'part_copy'}}
  // expected-note@+1 {{write '[1:n]' if index i belongs to iteration i, '[0:n]' if each iteration may use any}}
#pragma omp parallel for hetero(1) part_copy(x[n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{expected [cond:num] or [cond:num:halo] in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(x[n,])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
