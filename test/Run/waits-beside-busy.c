// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beside a busy thread on every processor, a thread that waits until another one has ended its pass sleeps: it neither
// spins nor yields, which would take processor time from the thread that computes.
// RUN: %hetcc -O2 %s -o %t -pthread
// RUN: env HETRT_DEVICES=cpu:1 HETRT_RECORD=%t.record %t turns | FileCheck %s --check-prefix=TURNS
// RUN: env HETRT_DEVICES=cpu:1 HETRT_REPLAY=%t.record %t | FileCheck %s
// TURNS: 1001 values are right
// CHECK: 1001 values are right
// CHECK-NEXT: waited asleep
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { N = 1000 };
static double x[2][N + 1];
static volatile int ended;

struct cost {
  double seconds; // of the processor
  long sleeps;
};

static struct cost costOfThread(void) {
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (struct cost){now.tv_sec + now.tv_nsec * 1e-9, used.ru_nvcsw};
}

// The only region: a recording says that each of the two passes has the region for itself.
__attribute__((noinline)) static void compute(double *y, int n, int length) {
#pragma omp parallel for hetero(1) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    double value = 1;
    for (int k = 0; k < length; k++)
      value = value * 0.5 + i;
    y[i] = value;
  }
}

static void *computeLong(void *cost) {
  compute(x[0], N, 200000);
  *(struct cost *)cost = costOfThread();
  return NULL;
}

static void *computeShort(void *cost) {
  compute(x[1], N + 1, 100);
  *(struct cost *)cost = costOfThread();
  return NULL;
}

static void *spin(void *unused) {
  while (!ended)
    ;
  return unused;
}

int main(int argc, char **argv) {
  const int turns = argc > 1 && !strcmp(argv[1], "turns");
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  const int busy = turns ? 0 : CPU_COUNT(&mine);
  pthread_t first, second, spinners[busy + 1];
  for (int i = 0; i < busy; i++)
    pthread_create(&spinners[i], NULL, spin, NULL);
  struct cost ofLong, ofShort;
  pthread_create(&first, NULL, computeLong, &ofLong);
  if (turns)
    pthread_join(first, NULL);
  while (!*(volatile double *)&x[0][1]) // the long pass has begun
    usleep(1000);
  pthread_create(&second, NULL, computeShort, &ofShort);
  if (!turns)
    pthread_join(first, NULL);
  pthread_join(second, NULL);
  ended = 1;
  for (int i = 0; i < busy; i++)
    pthread_join(spinners[i], NULL);

  int right = 0;
  for (int i = 0; i <= N; i++)
    right += x[1][i] > 1.999 * i - 0.001 && x[1][i] < 2.001 * i + 0.001;
  printf("%d values are right\n", right);
  // The short pass itself takes a thousandth of the long one. A thread that spins takes as much of a processor as the one
  // that computes; one that yields never sleeps.
  if (ofShort.sleeps >= 3 && ofShort.seconds < ofLong.seconds / 3)
    puts("waited asleep");
  else
    printf("took %g s of the processor beside %g s, and slept %ld times\n", ofShort.seconds, ofLong.seconds,
           ofShort.sleeps);
}
