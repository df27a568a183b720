// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beside a busy thread on every processor, the thread that runs a loop sleeps while it waits for an accelerator at the
// end of each pass. It neither spins nor yields.
// RUN: %hetcc -O2 %s -o %t -pthread
// RUN: env OMP_WAIT_POLICY=passive HETRT_SCHEDULE=static HETRT_EMULATED=latency=100ms HETRT_DEVICES=cpu:1,emulated:1 %t \
// RUN:   | FileCheck %s
// CHECK: 4000 values are right
// CHECK-NEXT: waited asleep
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { N = 4000, Passes = 8 };
static double y[N];
static volatile int ended;

static double secondsOf(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static long sleeps(void) {
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

// The first iterations, those of cores, take long, so that the accelerator's own thread has begun its share when they end.
// Otherwise the thread that runs the loop would compute that share too.
__attribute__((noinline)) static void compute(void) {
#pragma omp parallel for hetero(1) part_copyout(y[1:N])
  for (int i = 0; i < N; i++) {
    double value = 1;
    for (int k = 0; k < (i < N / 4 ? 4000 : 40); k++)
      value = value * 0.5 + i;
    y[i] = value;
  }
}

static void *spin(void *unused) {
  while (!ended)
    ;
  return unused;
}

int main(void) {
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  const int busy = CPU_COUNT(&mine);
  pthread_t spinners[busy];
  compute();
  for (int i = 0; i < busy; i++)
    pthread_create(&spinners[i], NULL, spin, NULL);
  const double before = secondsOf(CLOCK_THREAD_CPUTIME_ID), began = secondsOf(CLOCK_MONOTONIC);
  const long sleptBefore = sleeps();
  for (int pass = 0; pass < Passes; pass++)
    compute();
  const double taken = secondsOf(CLOCK_THREAD_CPUTIME_ID) - before, passed = secondsOf(CLOCK_MONOTONIC) - began;
  const long slept = sleeps() - sleptBefore;
  ended = 1;
  for (int i = 0; i < busy; i++)
    pthread_join(spinners[i], NULL);

  int right = 0;
  for (int i = 0; i < N; i++)
    right += y[i] > 1.999 * i - 0.001 && y[i] < 2.001 * i + 0.001;
  printf("%d values are right\n", right);
  // The thread computes for a tenth of a pass. If it spun, it would have the processor for a third or a half of the rest.
  // If it yielded, it would never sleep. Where it comes late, it need not wait, so not all passes are asked to sleep.
  if (slept >= Passes / 2 && taken < passed / 4)
    puts("waited asleep");
  else
    printf("took %g s of the processor in %g s, and slept %ld times\n", taken, passed, slept);
}
