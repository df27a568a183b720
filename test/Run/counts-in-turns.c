// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads add their counts to a shared counter one after another, and may learn from it where to write, or who is
// first. Then it matters which thread runs an iteration, so the loop stays plain OpenMP.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary -w %s -o %t 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: env OMP_NUM_THREADS=3 HETRT_SCHEDULE=static HETRT_DEVICES=cpu:1,emulated:1 %t | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 HETRT_SCHEDULE=static HETRT_DEVICES=emulated:3 %t | FileCheck %s
// SPLIT: 0 of 4 loops split
#include <stdio.h>

enum { N = 900 };
static int x[N], y[N], parts[8];

int main(void) {
  int found = 0, scaled = 0, turn = 0, missing = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 3;
#pragma omp parallel num_threads(3)
  {
    int count = 0, base;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      count += x[i] > 0;
#pragma omp atomic capture
    {
      base = found;
      found += count;
    }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      if (x[i] > 0)
        y[base++] = i;
  }
  for (int i = 0; i < found; i++)
    missing += i > 0 && y[i] == 0;
  // CHECK: 600 0
  printf("%d %d\n", found, missing);

#pragma omp parallel num_threads(3)
  {
    int count = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      count += x[i] > 0;
#pragma omp critical
    {
      parts[turn] += count;
      turn++;
    }
  }
  // CHECK: 200 200 200
  printf("%d %d %d\n", parts[0], parts[1], parts[2]);

#pragma omp parallel num_threads(3)
  {
    int count = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      count += x[i] > 0;
#pragma omp critical
    {
      scaled += count;
      scaled *= 2;
    }
  }
  // CHECK: 2800
  printf("%d\n", scaled);
}
