// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children are forked while other threads begin the first region of the process, or are inside of a region. The runtime
// leaves no lock held in the child: each child computes, and ends.
// RUN: %hetcc -O2 -pthread %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t
// RUN: env HETRT_REPORT=json:%t.json HETRT_DEVICES=cpu:1,emulated:1 %t
// RUN: env HETRT_REPORT=json:%t.json HETRT_DEVICES=cpu:2 %t
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Threads = 2, Forks = 40, N = 700 };
static volatile int stop;
static int values[Threads + 1][N];

static int wrong(int *x) {
  long sum = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:N]) reduction(+ : sum)
  for (long i = 0; i < N; i++) {
    x[i]++;
    sum += i;
  }
  return sum != (long)N * (N - 1) / 2;
}

static void *work(void *own) {
  long failures = 0;
  while (!stop)
    failures += wrong(own);
  return (void *)failures;
}

int main(void) {
  pthread_t threads[Threads];
  long failures = 0;
  for (int t = 0; t < Threads; t++)
    pthread_create(&threads[t], NULL, work, values[t]);
  for (int f = 0; f < Forks; f++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(20); // ends a child that hangs
      _exit(wrong(values[Threads]) + wrong(values[Threads]));
    }
    int status = 1;
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  stop = 1;
  for (int t = 0; t < Threads; t++) {
    void *result;
    pthread_join(threads[t], &result);
    failures += (long)result;
  }
  if (failures)
    printf("%ld failures\n", failures);
  return failures != 0;
}
