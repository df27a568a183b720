// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that add what they counted to a shared count, one after another, may learn from it what is theirs: where they
// write, whether they come first. Then it matters which thread ran an iteration, and the loop stays with OpenMP.
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
