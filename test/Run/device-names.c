/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Functions of the program have the names of CUDA device functions: `norm`, `max`, `rsqrt`.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t -lm 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial -lm && %t.serial > %t.expected
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
 * RUN: diff %t.expected %t.out
 * RUN: %reported %t.json "iterations('cuda') > 0"
 * CHECK: 2 of 2 loops split
 * CHECK-NOT: GPUs have no form
 */
#include <math.h>
#include <stdio.h>

#define LENGTH 4000 // of what the norm is taken, and the max
#define WIDTH /* rsqrt */ 1
enum { N = LENGTH * WIDTH };

typedef struct {
  double norm, max;
} Sizes;

double norm(const double *x, int n);
static long max(long a, long b) { return a > b ? a : b; }
static double rsqrt(double x) { return 1 / (1 + fabs(x)); }

double norm(const double *x, int n) {
  double most = 0;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < n; i++)
    most = fmax(most, rsqrt(x[i]));
  return most;
}

int main(void) {
  static double x[N], y[N];
  Sizes of = {0, 2};
  for (int i = 0; i < N; i++)
    x[i] = i % 23 + 0.5;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = max(i % 7, 3) * of.max + rsqrt(x[i]);
  of.norm = norm(y, N);
  printf("%.12f\n", of.norm);
  return 0;
}
