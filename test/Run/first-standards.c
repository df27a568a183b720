/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs in C89, and the same in C++98, are split on devices, and the generated code causes no warning with
   -pedantic-errors: loops, reductions, nests, data regions and blocks.
   RUN: %serial -std=c89 %s -o %t.serial
   RUN: %hetcc -std=c89 -pedantic-errors -Wall -Wextra -Werror -O1 --hetcc-no-cuda %s -o %t 2>&1 | count 0
   RUN: %compare --devices "cpu:1,emulated:1;cpu:2,emulated:3" --schedules static %t.serial %t
   RUN: %hetcc++ -x c++ -std=c++98 -pedantic-errors -Wall -Wextra -Werror -O1 --hetcc-no-cuda %s -o %t.xx 2>&1 | count 0
   RUN: %compare --devices "cpu:1,emulated:1;cpu:2,emulated:3" --schedules static %t.serial %t.xx
   RUN: %hetcc -ansi -O1 --hetcc-no-cuda -c %s -o %t.o 2>&1 | count 0
   RUN: %hetcc -std=gnu89 -Wdeclaration-after-statement -Werror -O1 --hetcc-no-cuda -c %s -o %t.o 2>&1 | count 0
   RUN: %hetcc -std=c2x -Wall -Wextra -pedantic-errors -Werror -O1 --hetcc-no-cuda -c %s -o %t.o 2>&1 | count 0
*/
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, double a, const double *x, double *y) {
  int i;
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]))
  for (i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0;
  int i;
#pragma omp parallel for reduction(+ : sum) HETCC(hetero(1) part_copyin(x[1:n], y[1:n]))
  for (i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void histogram(int n, const int *keys, int bins[8]) {
  int i;
#pragma omp parallel for reduction(+ : bins[0:8]) HETCC(hetero(1) part_copyin(keys[1:n]))
  for (i = 0; i < n; i++)
    bins[keys[i] % 8]++;
}

static void rows(int n, int m, const double *a, const double *x, double *y) {
  int i, j;
#pragma omp parallel for private(j) HETCC(hetero(1) part_copyin(a[1:n][0:m]) part_copyin(x[0:m]) part_copy(y[1:n]))
  for (i = 0; i < n; i++) {
    double s = 0;
    for (j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
  }
}

/* Copies stay on devices inside of the data region; z is written back as rows, in two dimensions. */
static void steps(int n, double *x, double *y, double (*z)[10]) {
  int k, i, j;
#pragma omp target data map(tofrom : x[0:n], y[0:n], z[0:n][0:10])
  {
    for (k = 0; k < 3; k++)
      axpy(n, 0.5, x, y);
#pragma omp parallel for private(j) HETCC(hetero(1) part_copyin(y[1:n]) part_copy(z[1:n][0:10]))
    for (i = 0; i < n; i++)
      for (j = 0; j < 10; j++)
        z[i][j] += y[i] * j;
#pragma omp target update from(z[0:n][2:3])
    z[1][2] += 1;
#pragma omp target update to(z[0:n][2:3])
  }
}

/* A block whose loops run on the device one after the other. */
static double block(int n, const double *x, double *y) {
  int start = 0, end = n, i, round;
  double sum = 0;
#ifdef __HETCC__
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(to : x[0:n, i])                    \
    map(tofrom : y[0:n, i]) reduction(+ : sum) private(round)
#endif
  {
    for (i = start; i < end; i++)
      y[i] += 3 * x[i];
    for (round = 0; round < 2; round++)
      for (i = start; i < end; i++) {
        y[i] += round;
        sum += y[i];
      }
  }
  return sum;
}

int main(void) {
  int n = 1000, i, bins[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  double *x = (double *)malloc(n * sizeof *x), *y = (double *)malloc(n * sizeof *y), *a = (double *)malloc(n * 10 * sizeof *a);
  int *keys = (int *)malloc(n * sizeof *keys);
  for (i = 0; i < n; i++) {
    x[i] = i;
    y[i] = 1;
    keys[i] = i * 7 % 13;
  }
  for (i = 0; i < 10 * n; i++)
    a[i] = i % 5;
  axpy(n, 2, x, y);
  printf("%.1f\n", dot(n, x, y));
  histogram(n, keys, bins);
  for (i = 0; i < 8; i++)
    printf("%d ", bins[i]);
  rows(n, 10, a, x, y);
  printf("%.1f\n", dot(n, x, y));
  steps(n, x, y, (double(*)[10])a);
  rows(n, 10, a, x, y);
  printf("%.1f\n", dot(n, x, y));
  printf("%.1f\n", block(n, x, y));
  free(x);
  free(y);
  free(a);
  free(keys);
  return 0;
}
