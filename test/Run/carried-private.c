// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's private variables keep their values from iteration to iteration. Loops that use such values stay as they
// are: a device would run the iterations with other variables. Loops that set the variables first are split.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:2 %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 %t
#include <math.h>
#include <stdio.h>

enum { N = 4000, Half = N / 2 };
static long sums[N];
static double y[N];

static double next(unsigned long *state) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(*state >> 11) * 0x1p-53;
}

// The sum of each half: the schedule says which thread has which.
static int running(void) {
  long run = 0;
  // CHECK-DAG: carried-private.c:[[@LINE+1]]: 'omp parallel for' is not split: an iteration may use the value that an earlier one has left in 'run'
#pragma omp parallel for num_threads(2) schedule(static, Half) firstprivate(run)
  for (int i = 0; i < N; i++) {
    run += i;
    sums[i] = run;
  }
  return sums[Half - 1] == (long)Half * (Half - 1) / 2 && sums[Half] == Half;
}

static int random_numbers(void) {
  unsigned long seed = 42;
  int hits = 0;
  // CHECK-DAG: carried-private.c:[[@LINE+1]]: 'omp parallel for' is not split: an iteration may use the value that an earlier one has left in 'seed'
#pragma omp parallel for firstprivate(seed) reduction(+ : hits)
  for (int i = 0; i < N; i++)
    hits += next(&seed) < 0.5;
  return hits > N * 0.4 && hits < N * 0.6;
}

static int first_iteration(void) {
  int first = 1, from, wrong = 0;
  // CHECK-DAG: carried-private.c:[[@LINE+1]]: 'omp parallel for' is not split: an iteration may use the value that an earlier one has left in 'from'
#pragma omp parallel for private(from) firstprivate(first) reduction(+ : wrong)
  for (int i = 0; i < N; i++) {
    if (first) {
      from = i;
      first = 0;
    }
    wrong += from != 0 && from < Half;
  }
  return !wrong;
}

struct point {
  double x, y;
};

static int set_anew(void) {
  double s, c, row[4];
  struct point p;
  int k;
#pragma omp parallel for private(s, c, p, row, k)
  for (int i = 0; i < N; i++) {
    s = modf(i * 0.5, &c);
    p.x = s;
    p.y = c;
    for (k = 0; k < 4; k++)
      row[k] = p.x + k * p.y;
    y[i] = row[i % 4];
  }
  for (int i = 0; i < N; i++)
    if (y[i] != i % 2 * 0.5 + i % 4 * (i / 2))
      return 0;
  return 1;
}

int main(void) {
  const int good[] = {running(), random_numbers(), first_iteration(), set_anew()};
  for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
    if (!good[i])
      return printf("loop %u is wrong\n", i), 1;
  return 0;
}
// CHECK-DAG: 1 of 4 loops split
