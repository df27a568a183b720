// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A window has one to four dimensions. Five dimensions are an error at the array, and so is an array without dimensions.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, long q[2][2][2][2][2]) {
  // expected-error@+1 {{'q' takes 1 to 4 dimensions, found 5}}
#pragma omp parallel for hetero(1) part_copy(q[1:2][0:2][0:2][0:2][0:2])
  for (int i = 0; i < n; i++)
    q[i][0][0][0][0] = i;
}

void scalar(int n, int *x, int total) {
  // expected-error@+2 {{'total' takes 1 to 4 dimensions, found 0}}
  // expected-note@+1 {{leave 'total' out if it is no array; else say which part, as in 'total[1:length]'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copyin(total)
  for (int i = 0; i < n; i++)
    x[i] = total;
}

/// OpenMP's `map` needs no dimensions: a plain variable is mapped as it is.
void mapped(int n, int *x, int total) {
#pragma omp parallel for hetero(1) part_copy(x[1:n]) map(to: total)
  for (int i = 0; i < n; i++)
    x[i] = total;
}
