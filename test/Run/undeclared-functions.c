// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In old C, an undeclared function may be any function, also of a library: devices do not run it, as nothing is known
// of it. Programs that do not include omp.h call omp_get_thread_num() in this way.
// RUN: %hetcc -std=gnu89 -w -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "iterations('emulated') == 64"
extern int printf(const char *, ...);
enum { N = 64 };
static int counts[2 * N], keys[N], y[N];

int main(void) {
  int i, k, sum = 0;
  for (i = 0; i < N; i++)
    keys[i] = i % 3;
// CHECK: undeclared-functions.c:[[# @LINE + 1]]: 'omp parallel for' is not split: it calls 'omp_get_thread_num' of another unit, whose declaration has no parameters
#pragma omp parallel for private(k)
  for (i = 0; i < N; i++)
    for (k = keys[i]; k < 8; k++)
      counts[omp_get_thread_num() * N + k] += 1;
// CHECK-NEXT: undeclared-functions.c:[[# @LINE + 1]]: 'omp parallel for' is not split: it calls 'rand'
#pragma omp parallel for
  for (i = 0; i < N; i++)
    y[i] = rand() & 0;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    y[i] = abs(y[i] - i);
  for (i = 0; i < 2 * N; i++)
    sum += counts[i];
  for (i = 0; i < N; i++)
    sum += y[i] != i;
  return sum != (22 * 8 + 21 * 7 + 21 * 6);
}
