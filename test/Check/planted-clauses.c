// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses whose arguments do not fit the arrays that a function is called with.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted.h"

static void scale(int n, int length, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:length]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i]; //! window x s == i
}

PLANT(no_length) {
  double *x = numbers(40), *y = numbers(40);
  scale(40, slip(0, 40), x, y);
}

static void both(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n]) //! clause x|y True
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i]; //! race x|y abs(i - j) == 1
}

PLANT(windows_that_overlap) {
  double *x = numbers(80);
  both(40, x, x + slip(1, 40));
}

PLANT(row_that_falls) {
  enum { n = 20 };
  int *row = integers(n + 1, 100);
  double *v = numbers(n), *y = numbers(n);
  if (isWrong)
    row[7] = 9;
#pragma omp parallel for partition(adaptive) map(to, segmented : v[0:n, row, i]) map(from : y[0:n, i]) //! clause v|row True
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += v[k];
  }
}

PLANT(index_out_of_the_array) {
  enum { n = 20 };
  int *column = integers(n, n);
  double *x = numbers(n), *y = numbers(n);
  if (isWrong)
    column[7] = n;
#pragma omp parallel for partition(adaptive) map(to, indexed : x[0:n, column, i]) map(to : column[0:n, i]) map(from : y[0:n, i]) //! clause x|column True
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}

static void looks(int n, const double *x, double *y) {
#pragma acc parallel loop hetero(1) present(x) part_copyout(y[1:n]) //! clause x True
  for (int i = 0; i < n; i++)
    y[i] = x[n - 1 - i];
}

PLANT(not_present) {
  enum { n = 20 };
  double *x = numbers(n), *y = numbers(n);
  const int kept = slip(0, 1);
#pragma acc data copyin(x[0:n]) if (kept)
  looks(n, x, y);
}
