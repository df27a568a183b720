// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant extent or halo that is negative is an error, and so is a constant extent beyond the array's type. Other
// extents are checked at run time.
// REQUIRES: clang, plugin
// RUN: %verify %s

int a[100], b[10][20];

void f(int n, int *x) {
  // expected-error@+1 {{extent -1 of array 'x' is negative}}
#pragma omp parallel for hetero(1) part_copy(x[1:-1])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{halo -2 of array 'x' is negative}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n:-2])
  for (int i = 0; i < n; i++)
    (void)x[i];
  // expected-error@+1 {{extent 101 in dimension 0 of array 'a' is beyond its 100 elements}}
#pragma omp parallel for hetero(1) part_copy(a[1:101])
  for (int i = 0; i < n; i++)
    a[i] = i;
  // expected-error@+1 {{extent 21 in dimension 1 of array 'b' is beyond its 20 elements}}
#pragma omp parallel for hetero(1) part_copy(b[1:10][0:21])
  for (int i = 0; i < n; i++)
    b[i][0] = i;
}
