// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In these teams, a thread waits before a loop with `nowait` for what another one does behind it, in ways that are not
// all locks and `while`; so the loops stay plain OpenMP. Code of which it is known that no thread waits in it changes
// nothing, and what all threads have behind them before the loop does not count.
// RUN: %hetcc -O1 -fopenmp -DOTHER -c %s -o %t.o
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s %t.o -o %t -lm 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:2 HETRT_REPORT=1 timeout 60 %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static timeout 60 %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 timeout 60 %t
#ifdef OTHER
static int set;
void waitElsewhere(void) {
  while (!__atomic_load_n(&set, __ATOMIC_ACQUIRE))
    ;
}
void setElsewhere(void) { __atomic_store_n(&set, 1, __ATOMIC_RELEASE); }
#else
#include "Inputs/waiting-team.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 4096 };
static double y[N];
static int flag;
void waitElsewhere(void), setElsewhere(void);

static int isSet(void) { return __atomic_load_n(&flag, __ATOMIC_ACQUIRE); }
static void setFlag(int value) { __atomic_store_n(&flag, value, __ATOMIC_RELEASE); }
static void nothing(void) {}
static void waitHere(void) {
  while (!isSet())
    ;
}
static void waitAgain(void) {
  if (!isSet())
    waitAgain();
}

static void waits(void) {
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(for (long t = 0;; t++) if (isSet()) break, setFlag(1));
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(for (int t = 0; t < 1; t++) if (!isSet()) t--, setFlag(1));
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(again: if (!isSet()) goto again, setFlag(1));
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (!__sync_bool_compare_and_swap(&flag, 1, 2)), setFlag(1));
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(waitAgain(), setFlag(1));
  setenv("TEAM_FLAG", "0", 1);
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (getenv("TEAM_FLAG")[0] == '0'), setenv("TEAM_FLAG", "1", 1));
  FILE *file = tmpfile();
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (ftell(file) == 0), fputs("x", file));
  pthread_barrier_t both;
  pthread_barrier_init(&both, 0, 2);
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(pthread_barrier_wait(&both), pthread_barrier_wait(&both));
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the team calls 'waitElsewhere' before the loop, which may wait for another thread
  TEAM(waitElsewhere(), setElsewhere());
  void (*which[2])(void) = {nothing, waitHere};
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the team calls through a pointer to a function before the loop
  TEAM(which[omp_get_thread_num()](), setFlag(1));
  int ends[2];
  char byte = 1;
  if (pipe(ends))
    exit(3);
  // CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the team calls 'read' before the loop, which may wait for another thread
  TEAM(if (read(ends[0], &byte, 1) != 1) exit(4), if (write(ends[1], &byte, 1) != 1) exit(5));
}

static void inSharedLoop(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1) nowait
    for (int t = 0; t < 2; t++)
      if (t == 1)
        waitHere();
// CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
    if (omp_get_thread_num() == 0)
      setFlag(1);
  }
  setFlag(0);
}

static void orphaned(void) {
// CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
  for (int i = 0; i < N; i++)
    y[i] += 1;
}
static void teamOfOrphaned(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      waitHere();
    orphaned();
    if (omp_get_thread_num() == 0)
      setFlag(1);
  }
  setFlag(0);
}

void forAll(void) {
// CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}'forAll' may be called in a team whose threads wait for each other before the loop
#pragma omp for schedule(static) nowait
  for (int i = 0; i < N; i++)
    y[i] += 1;
}

// Without `nowait`, a thread may wait for an iteration of the loop itself.
static int seen[1];
static void inLoop(void) {
#pragma omp parallel num_threads(2)
  {
    int now = 0;
    while (omp_get_thread_num() == 1 && !now) {
#pragma omp atomic read seq_cst
      now = seen[0];
    }
// CHECK-DAG: team-may-wait.c:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < N; i++) {
      y[i] += 1;
#pragma omp atomic
      seen[0]++;
    }
  }
}

static double total;
static int links;
struct link {
  struct link *next;
  int value;
};

static void add(double *to, double what) {
#pragma omp critical
  *to += what;
}

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// The directive counts the turns of both loops before they begin.
static volatile int turns = 3;
static void inOrder(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered(2) nowait
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < turns; j++) {
#pragma omp ordered depend(sink : i - 1, j)
#pragma omp atomic
        links++;
#pragma omp ordered depend(source)
      }
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
}

/// Seven loops of teams whose threads do not wait.
static void freeOfWaits(int passes, struct link *list) {
#pragma omp parallel num_threads(2)
  {
    char text[20], *copy = malloc(20);
    snprintf(text, sizeof text, "%g", sqrt(omp_get_wtime()));
    memcpy(copy, text, sizeof text);
    int keys[3] = {3, 1, (int)strlen(copy)};
    qsort(keys, 3, sizeof *keys, order);
    fprintf(stderr, "%s\n", copy);
    free(copy);
    for (int k = 0; k < passes; k++)
      add(&total, keys[0]);
    for (struct link *each = list; each; each = each->next)
#pragma omp atomic
      links += each->value;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
#pragma omp parallel num_threads(2)
  {
    which: // a label alone is no jump
    if (omp_get_thread_num() == 1)
      flag = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
  void (*some)(void) = passes ? nothing : waitHere;
#pragma omp parallel num_threads(2)
  {
    some();
#pragma omp barrier
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
    some();
  }
#pragma omp parallel num_threads(2)
  {
    some();
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      y[i] += 1;
    for (int pass = 0; pass < passes; pass++) {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        y[i] += 1;
      some();
#pragma omp single
      total += 1;
    }
  }
}

static void helper(void) {
#pragma omp for schedule(static) nowait
  for (int i = 0; i < N; i++)
    y[i] += 1;
}
static void teamOfHelper(void) {
#pragma omp parallel num_threads(2)
  {
    helper();
#pragma omp barrier
    helper();
  }
}

int main(void) {
  struct link last = {0, 5}, first = {&last, 4};
  waits();
  inSharedLoop();
  teamOfOrphaned();
  forAll();
  inLoop();
  inOrder();
  freeOfWaits(3, &first);
  waitElsewhere(); // in no team
  helper();
  teamOfHelper();
  if (total != 2 * 3 + 3 || links != 4 * 3 + 2 * 9)
    return 2;
  for (int i = 0; i < N; i++)
    if (y[i] != 11 + 1 + 1 + 1 + 1 + 1 + (1 + 1 + 1 + 1 + 3) + 3)
      return 1;
  return 0;
}
#endif
// CHECK-DAG: 7 of 24 loops split
