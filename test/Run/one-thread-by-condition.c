// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs ask how many threads there are, and let a single one add where several would need parts of their own: a loop that does so
// under a condition which may be the same for all iterations stays on the cores when there is one thread. A condition that looks at an
// iteration's own data says nothing about threads.
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

/// Of data: the loop over members, whose number is known at run time only, updates what may be any box's.
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

/// Through a variable, and a pointer to where the data lies.
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
