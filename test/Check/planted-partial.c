// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that only go out, of which an iteration reads an old value: a sum that does not begin with zero, a condition
// that misses a case, reads in functions, in other members, at the other end of a row. An element that is not written
// at all keeps its value, which is no fault.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"

PLANT(sum_that_does_not_begin_with_zero) {
  enum { n = 20 };
  static double a[n][n], b[n][n], c[n][n];
  const int first = slip(1, 0);
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:n]) map(to : b) part_copyout(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = first; k < n; k++)
        if (k == 0)
          c[i][j] = a[i][k] * b[k][j];
        else
          c[i][j] += a[i][k] * b[k][j]; //! old c s[0] == i
    }
}

PLANT(adds_in_a_function_elsewhere) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  const int adds = slip(1, 0);
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    if (adds)
      addTo(y, i, x[i]); //! old y s == i
    else
      put(y, i, x[i]);
}

PLANT(condition_that_misses_a_case) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  const double bound = slip(3, 0);
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    if (x[i] > bound)
      y[i] = x[i];
    y[i] *= 2; //! old y s == i
  }
}

PLANT(openmp_words) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  const int keeps = slip(1, 0);
#pragma omp parallel for partition(static) map(to : x[0:n, i]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = keeps ? 0.9 * y[i] + x[i] : x[i]; //! old y s == i
}

PLANT(splitter_words) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  const int keeps = slip(1, 0);
#pragma omp acc_region_loop hetero(1) acc_copyin(x[0:n]) acc_copyout(y[0:n])
  for (int i = 0; i < n; i++) {
    if (!keeps)
      y[i] = 0;
    y[i] += x[i]; //! old y s == i
  }
}

PLANT(rest_of_a_row) {
  enum { n = 20, m = 9 };
  static double c[n][m];
  const int known = slip(m - 1, m);
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < known; j++)
      c[i][j] = i * j;
    for (int j = 0; j < m; j++)
      sum += c[i][j]; //! old c s == (i, 8)
    c[i][0] = sum;
  }
}

struct Pair {
  double Here, There;
};

PLANT(other_member) {
  enum { n = 30 };
  struct Pair *p = (struct Pair *)calloc(n, sizeof *p);
  const int both = slip(0, 1);
#pragma omp parallel for hetero(1) part_copyout(p[1:n])
  for (int i = 0; i < n; i++) {
    p[i].Here = i;
    if (both)
      p[i].There = 0;
    p[i].Here += p[i].There; //! old p True
  }
}

PLANT(least_of_what_was_there) {
  enum { n = 30, m = 6 };
  double *x = numbers(n * m), *least = numbers(n);
  const int begins = slip(0, 1);
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copyout(least[1:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if ((begins && j == 0) || x[i * m + j] < least[i]) //! old least s == i
        least[i] = x[i * m + j];
}

PLANT(histogram_of_each_row) {
  enum { n = 30, bins = 5 };
  static int h[n][bins];
  int *x = integers(n * 10, bins);
  const int clears = slip(0, 1);
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:10]) part_copyout(h[1:n][0:bins])
  for (int i = 0; i < n; i++) {
    if (clears)
      memset(h[i], 0, sizeof h[i]);
    for (int k = 0; k < 10; k++)
      h[i][x[i * 10 + k]]++; //! old h s[0] == i
  }
}

PLANT(moves_a_row_along) {
  enum { n = 20, m = 8 };
  static double c[n][m];
  const int written = slip(0, 1);
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++) {
    if (written)
      for (int j = 0; j < m; j++)
        c[i][j] = j;
    memmove(&c[i][0], &c[i][1], (m - 1) * sizeof c[i][0]); //! old c s[0] == i
  }
}

PLANT(row_added_in_a_function_elsewhere) {
  enum { n = 20, m = 8 };
  double *x = numbers(m), *c = numbers(n * m);
  const int sets = slip(0, 1);
#pragma omp parallel for hetero(1) map(to : x[0:m]) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++) {
    if (sets)
      for (int j = 0; j < m; j++)
        c[i * m + j] = 0;
    accumulate(&c[i * m], x, m); //! old c True
  }
}

/* Every other element is written, and no other element is read: no fault with either argument. */
PLANT(writes_every_other_element) {
  enum { n = 40 };
  double *y = numbers(n);
  const int every = slip(2, 1);
#pragma omp parallel for hetero(1) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    if (i % every == 0)
      y[i] = i;
}
