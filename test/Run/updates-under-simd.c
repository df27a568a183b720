// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that a loop with `omp simd` updates is copied in, although the directive's line stands before the line of
// the reads. An array that such a loop overwrites before it is read is not copied in.
// RUN: %serial -O2 %s -o %t.serial
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -Werror=hetcc-host-only %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-show-clauses -fsyntax-only %s 2>&1 | FileCheck %s
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void braces(int n, int m, double beta, const double *r, double *p) {
// CHECK: [[@LINE+1]]:{{.*}} map(tofrom: p[
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) {
#pragma omp simd
    for (int j = 1; j < m - 1; j++)
      p[i * m + j] = r[i * m + j] + beta * p[i * m + j];
  }
}

static void nests(int n, int m, int l, const double *r, double *p) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
#pragma omp simd
      for (int k = 0; k < l; k++)
        p[(i * m + j) * l + k] = r[k] - p[(i * m + j) * l + k];
}

static void behind(int n, int m, const double *r, double *p, double *s) {
// CHECK: [[@LINE+1]]:{{.*}} part_copyout(p[
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd
    for (int j = 0; j < m; j++)
      p[i * m + j] = r[i] * j;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += p[i * m + j];
    s[i] = sum;
  }
}

static void named(int n, int m, const double *r, double *p) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(r[1:n]) part_copyout(p[1:n][0:m]))
  for (int i = 0; i < n; i++) {
#pragma omp simd
    for (int j = 0; j < m; j++)
      p[i * m + j] = r[i] - p[i * m + j];
  }
}

static void print(const char *of, int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (1 + i % 13);
  printf("%s %.9g\n", of, sum);
}

int main(void) {
  const int n = 60, m = 40, l = 6, all = n * m * l;
  double *r = malloc(all * sizeof *r), *p = malloc(all * sizeof *p), *s = malloc(n * sizeof *s);
  for (int i = 0; i < all; i++)
    r[i] = i % 7, p[i] = i % 11;
  braces(n, m, 0.5, r, p);
  print("braces", all, p);
  nests(n, m, l, r, p);
  print("nests", all, p);
  named(n, m, r, p);
  print("named", all, p);
  behind(n, m, r, p, s);
  print("behind", all, p);
  print("sums", n, s);
  free(r);
  free(p);
  free(s);
  return 0;
}
