// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance of an array's rows: from its type, from a section of the row dimension that begins at 0, or from a given stride.
// REQUIRES: clang, plugin
// RUN: %verify %s

void flat(int n, int *x) {
  // expected-error@+1 {{'n' is given as the leading dimension of array 'x', but only its last dimension but one takes a stride}}
#pragma omp parallel for partition(static) map(to : x[:, i, n])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+2 {{how far rows of array 'x' lie apart is not known, since the section of them begins at '2'}}
  // expected-note@+1 {{write the leading dimension, in elements, behind the id: '[lower:length, id, stride]'}}
#pragma omp parallel for partition(static) map(tofrom : x[0:n, i][2:3])
  for (int i = 0; i < n; i++)
    x[i * 9 + 2] = i;
}

void columns(int n, int *x) {
  // expected-error@+2 {{how far rows of array 'x' lie apart is not known, since the section of them begins at '2'}}
  // expected-note@+1 {{let the section begin at 0 and be as long as rows are; a loop may use a part of it}}
#pragma omp parallel for partition(static) map(tofrom : x[0:9][2:n, j])
  for (int j = 2; j < n; j++)
    x[j] = j;
}

void rows(int n, int (*x)[100]) {
  // expected-error@+1 {{'n' is given as the leading dimension of array 'x', whose type already says it}}
#pragma omp parallel for partition(static) map(tofrom : x[0:n, i, n][2:3])
  for (int i = 0; i < n; i++)
    x[i][2] = i;
}
