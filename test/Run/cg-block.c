// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients as in NPB CG, in one block with a partition: the matrix is in segments; the vector p is mapped
// twice, as `all` indexed by the columns for the product, and as `p` by shares for the other loops. After p has
// changed, a directive updates the elements of `all` that the columns name; nothing else moves in an iteration.
// RUN: %hetcc -O2 %s -o %t -lm
// RUN: %serial -O2 %s -o %t.serial -lm
// RUN: %t.serial 25 | FileCheck %s
// RUN: for devices in cpu:2 cpu:1,emulated:1 cpu:2,emulated:3 emulated:2; do for schedule in static adaptive cpu gpu; do \
// RUN:   env HETRT_DEVICES=$devices HETRT_SCHEDULE=$schedule %t 25 | FileCheck %s || exit 1; done; done
// CHECK: converged
// With one iteration more, each device gets the elements that its columns name, and sends those of its rows.
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.6.json %t 6 > %t.counts
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.7.json %t 7
// RUN: %python %S/Inputs/difference %t.6.json %t.7.json %t.counts

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 500, Most = 8 };

static int begin[Rows + 1], column[Rows * Most];
static double value[Rows * Most], x[Rows], z[Rows], p[Rows], q[Rows], r[Rows];

/* All threads compute the same sums: each adds its part to these shared variables. */
static double shared[2];

static double solve(int n, int iterations) {
  int start = 0, end = n;
  double part = 0, result = 0, *all = p;
  shared[0] = shared[1] = 0;
#ifdef __HETCC__
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) reduction(+ : part) firstprivate(all)  \
    map(to, segmented : column[0 : begin[n], begin, i], value[0 : begin[n], begin, i])                                 \
    map(to, indexed : all[0:n, column, i]) map(to : x[0:n, i]) map(tofrom : z[0:n, i], p[0:n, i], q[0:n, i], r[0:n, i])
#endif
  {
    double rho, previous, alpha, own;
    for (int i = start; i < end; i++) {
      z[i] = 0;
      r[i] = x[i];
      p[i] = x[i];
      part += x[i] * x[i];
    }
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(all)
#pragma omp critical
#endif
    shared[0] += part;
#ifdef __HETCC__
#pragma omp barrier
#endif
    rho = shared[0];
    for (int iteration = 0; iteration < iterations; iteration++) {
      part = 0;
      for (int i = start; i < end; i++) {
        double sum = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++)
          sum += value[k] * all[column[k]];
        q[i] = sum;
        part += p[i] * sum;
      }
#ifdef __HETCC__
#pragma omp critical
#endif
      shared[1] += part;
#ifdef __HETCC__
#pragma omp barrier
#pragma omp single
#endif
      shared[0] = 0;
      own = shared[1];
      alpha = rho / own;
      previous = rho;
      part = 0;
      for (int i = start; i < end; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        part += r[i] * r[i];
      }
#ifdef __HETCC__
#pragma omp critical
#endif
      shared[0] += part;
#ifdef __HETCC__
#pragma omp barrier
#pragma omp single
#endif
      shared[1] = 0;
      rho = shared[0];
      const double beta = rho / previous;
      for (int i = start; i < end; i++)
        p[i] = r[i] + beta * p[i];
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(all)
#endif
    }
    part = 0;
  }
  for (int i = 0; i < n; i++) {
    double difference = x[i];
    for (int k = begin[i]; k < begin[i + 1]; k++)
      difference -= value[k] * z[column[k]];
    result += difference * difference;
  }
  return sqrt(result);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  /* A symmetric matrix with a dominant diagonal: neighbours in the row, and one element far away. */
  int count = 0;
  for (int i = 0; i < Rows; i++) {
    begin[i] = count;
    const int far = (Rows - 1 - i) / 7 * 7 == Rows - 1 - i && i % 7 == (Rows - 1) % 7 ? Rows - 1 - i : i;
    for (int j = i - 2; j <= i + 2; j++)
      if (j >= 0 && j < Rows)
        column[count] = j, value[count++] = j == i ? 6 : -1;
    if (abs(far - i) > 2)
      column[count] = far, value[count++] = 0.5;
    x[i] = 1 + i % 5;
  }
  begin[Rows] = count;
  const double residual = solve(Rows, atoi(argv[1]));
  if (atoi(argv[1]) >= 25)
    puts(residual < 1e-6 ? "converged" : "not converged");
  /* The elements that the two halves of the rows name, in bytes. */
  int named = 0;
  for (int half = 0; half < 2; half++) {
    char is[Rows] = {0};
    for (int k = begin[half * Rows / 2]; k < begin[(half + 1) * Rows / 2]; k++)
      is[column[k]] = 1;
    for (int i = 0; i < Rows; i++)
      named += is[i];
  }
  printf("%zu\n", named * sizeof(double));
}
