// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs ask for the number of threads, and let a single thread add where several threads would need separate partial
// sums: if a loop does this under a condition that may be the same for all iterations, it stays on the cores when there
// is one thread. A condition on an iteration's own data does not count.
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto=all %s -o %t
// RUN: env OMP_NUM_THREADS=1 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t | FileCheck %s
// CHECK: 0 wrong
// RUN: %reported %t.json "all(sum(d['iterations'][0] for d in r['devices'] if d['kind'] == 'emulated') > 0 for r in regions[:2])"
// RUN: %reported %t.json "all(sum(d['iterations'][0] for d in r['devices'] if d['kind'] == 'emulated') == 0 for r in regions[2:])"
#include <omp.h>
#include <stdio.h>

enum { BOXES = 50, MOST = 16, N = BOXES * MOST };
static int members[BOXES], kind[N];
static double x[N], force[N], wanted[N], sums[4], parts[N];

/// A condition on data: the inner loop, whose bound is only known at run time, updates elements that other iterations might update.
static void nearby(double reach) {
#pragma omp parallel for
  for (int box = 0; box < BOXES; box++)
    for (int i = box * MOST; i < box * MOST + members[box]; i++)
      for (int j = 0; j < N; j += 7) {
        double distance[1];
        distance[0] = x[i] - x[j];
        double squared = distance[0] * distance[0];
        if (squared <= reach && squared > 0)
          force[i] += distance[0];
      }
}

/// A condition on data through a variable, and through a pointer to the data.
static void nearest(void) {
#pragma omp parallel for
  for (int box = 0; box < BOXES; box++)
    for (int i = box * MOST; i < box * MOST + members[box]; i++) {
      const double *mine = &x[i];
      int many;
      many = *mine > 0.5 ? 2 : 0;
      if (many)
        force[i] += many;
    }
}

static void direct(int threads) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (threads > 1)
      parts[i] = x[i];
    else
      sums[kind[i]] += x[i];
  }
}

static void byCopies(int threads) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int several;
    several = threads != 1;
    if (!several)
      sums[kind[i]] += x[i];
    else
      parts[i] = x[i];
  }
}

int main(void) {
  const int threads = omp_get_max_threads();
  int wrong = 0;
  double all[4] = {0};
  for (int i = 0; i < N; i++) {
    x[i] = i * 37 % 101 / 101.0;
    kind[i] = i % 4;
    members[i / MOST] = 3 + i / MOST % (MOST - 3);
    all[i % 4] += 2 * x[i];
  }
  nearby(0.25);
  nearest();
  direct(threads);
  byCopies(threads);
  for (int box = 0; box < BOXES; box++)
    for (int i = box * MOST; i < box * MOST + members[box]; i++) {
      for (int j = 0; j < N; j += 7) {
        double distance = x[i] - x[j];
        if (distance * distance <= 0.25 && distance != 0)
          wanted[i] += distance;
      }
      if (x[i] > 0.5)
        wanted[i] += 2;
    }
  for (int i = 0; i < N; i++)
    wrong += force[i] != wanted[i];
  for (int k = 0; threads == 1 && k < 4; k++)
    wrong += sums[k] - all[k] > 1e-9 || all[k] - sums[k] > 1e-9;
  printf("%d wrong\n", wrong);
}
