// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of clauses that are null pointers or have no elements are no errors if the loop does not touch them, as
// without clauses: on CPUs and on devices. If the loop touches such an array on an emulated device, that is an error.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: not --crash env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu %t touch 2>&1 | FileCheck %s
// CHECK: array 'x' (part_copyin, line [[# @LINE + 4]]): read of index
#include <stdio.h>

static void touch(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

struct grid {
  double *x, *optional;
};

static void scale(int n, int m, const double *x, const double *weight, double (*rows)[4], double *y, struct grid *of) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n], weight[1:n]) part_copy(rows[1:m][0:4], y[1:n]) map(to: of->optional[0:m])
  for (int i = 0; i < n; i++) {
    y[i] += 2 * x[i];
    if (weight)
      y[i] *= weight[i];
    if (rows && m)
      rows[i][1] += y[i];
    if (of->optional)
      y[i] += of->optional[0];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  enum { N = 1009 };
  static double x[N], y[N], rows[N][4];
  struct grid of = {x, NULL};
  for (int i = 0; i < N; i++)
    x[i] = i % 13;
  if (argc > 1)
    touch(N, NULL, y);
  scale(N, 0, x, NULL, NULL, y, &of);
  scale(N, 0, x, x, rows, y, &of);
  of.optional = x;
  scale(N, N, x, NULL, rows, y, &of);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 3) + rows[i][1];
  printf("%g\n", sum);
}
