// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In these teams, a thread waits for what another one does behind a loop with `nowait`, by a flag or a lock, also in a
// function. With devices, all threads would meet before the loop, so it stays plain OpenMP; without such waits, it is
// split.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static timeout 60 %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 timeout 60 %t
#include <omp.h>
#include <stdatomic.h>

enum { N = 4096 };
static double y[N];
static int ready;
static atomic_int entered;
static omp_lock_t lock;

static void flag(void) {
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    if (me > 0)
      for (int seen = 0; !seen;) {
#pragma omp atomic read seq_cst
        seen = ready;
      }
// CHECK-DAG: team-waits.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
    if (me == 0) {
#pragma omp atomic write seq_cst
      ready = 1;
    }
  }
}

static void locked(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      omp_set_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1)
      omp_set_lock(&lock);
// CHECK-DAG: team-waits.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
    omp_unset_lock(&lock);
  }
}

static void counted(void) {
#pragma omp parallel num_threads(2)
  {
    while (omp_get_thread_num() == 1 && entered == 0)
      ;
// CHECK-DAG: team-waits.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
    entered = 1;
  }
}

static int turn;

static void waitForTurn(int mine) {
  for (int now = -1; now != mine;) {
#pragma omp atomic read seq_cst
    now = turn;
  }
}

static void inTurns(int mine) { waitForTurn(mine); }

static void called(void) {
#pragma omp parallel num_threads(2)
  {
    inTurns(omp_get_thread_num());
// CHECK-DAG: team-waits.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
#pragma omp atomic
    turn++;
  }
}

static double plus(double a, double b) { return a + b; }

static double split(void) {
  double all[4] = {0};
#pragma omp parallel num_threads(2)
  {
    double mine[4] = {0};
    for (int pass = 0; pass < 2; pass++) {
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        y[i] += 1;
    }
    mine[0] = 1;
    for (int k = 0; k < 4; k++)
#pragma omp atomic
      all[k] += plus(mine[k], 0);
  }
  return all[0];
}

int main(void) {
  omp_init_lock(&lock);
  flag();
  locked();
  counted();
  called();
  if (split() != 2)
    return 2;
  for (int i = 0; i < N; i++)
    if (y[i] != 6)
      return 1;
  return 0;
}
// CHECK-DAG: 1 of 5 loops split
