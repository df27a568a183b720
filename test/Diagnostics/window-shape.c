// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A window needs an array or a pointer, and has as many dimensions as its type. The size of an element must be known,
// or given as a multiple of the size of the type's element.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, void *v, int scalar, int (*rows)[8]) {
  // expected-error@+1 {{'scalar' has type 'int', which is no array and no pointer}}
#pragma omp parallel for hetero(1) part_copy(scalar[1:n])
  for (int i = 0; i < n; i++)
    (void)scalar;
  // expected-error@+1 {{'v' points to 'void', whose size is not known; give the element size as 'v(size)'}}
#pragma omp parallel for hetero(1) part_copy(v[1:n])
  for (int i = 0; i < n; i++)
    (void)v;
  // expected-error@+1 {{'rows' has 1 dimension in the clause and type 'int (*)[8]', which has 2}}
#pragma omp parallel for hetero(1) part_copy(rows[1:n])
  for (int i = 0; i < n; i++)
    rows[i][0] = i;
  // expected-error@+1 {{element size 2 of 'x' is no multiple of the size of 'int', which is 4}}
#pragma omp parallel for hetero(1) part_copy(x(sizeof(short)) [1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{element size 0 of 'v' is no multiple of the size of 'void', which is 1}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copyin(v(0) [1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x(sizeof *x) [1:n]) part_copyin(v(n) [1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
