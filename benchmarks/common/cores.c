// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Whether the processors that the program may use are cores of their own: a thread on each calculates as fast as it
 * can, the first one alone and then all at once, time and again after a sleep, as teams of loops do. The slowest of all
 * at once over the middle time alone is told: what two hardware threads of one core share shows as a ratio above 1. The
 * host of a virtual machine may put two processors on one core whenever one of them wakes, so the ratios of many
 * wakings are told, not only their median.
 */
#define _GNU_SOURCE
#include "bench.h"
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

enum { mostWakings = 10000, mostProcessors = 1024 };

struct Processor {
  int number;
  double seconds; /* that it took when all calculated at once, the last time */
  pthread_t thread;
};

static struct Processor processors[mostProcessors];
static int found, wakings;
static double microseconds;
static pthread_barrier_t begin, end;

enum { chains = 12 };

/* So many multiply-adds that do not wait for each other keep all of a core's units for floating point busy. */
static float calculate(long turns) {
  typedef float Vector __attribute__((vector_size(16)));
  Vector value[chains];
  for (int each = 0; each < chains; each++)
    value[each] = (Vector){each, 1, 2, 3};
  for (long turn = 0; turn < turns; turn++)
    for (int each = 0; each < chains; each++)
      value[each] = value[each] * 0.5f + 1.5f;
  float sum = 0;
  for (int each = 0; each < chains; each++)
    sum += value[each][0];
  return sum;
}

static _Thread_local volatile float unused;
static long turns = 1000;

static double timed(void) {
  double start = benchSeconds();
  unused = calculate(turns);
  return benchSeconds() - start;
}

static void pin(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void *accompany(void *argument) {
  struct Processor *mine = argument;
  pin(mine->number);
  for (int waking = 0; waking < wakings; waking++) {
    pthread_barrier_wait(&begin);
    mine->seconds = timed();
    pthread_barrier_wait(&end);
  }
  return NULL;
}

static int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void findTurns(void) {
  while (timed() < 1e-6 * microseconds)
    turns *= 2;
}

static double slowest(void) {
  double most = 0;
  for (int each = 0; each < found; each++)
    most = processors[each].seconds > most ? processors[each].seconds : most;
  return most;
}

/* The seconds of the slowest one, for each time that all calculated at once, and those of one alone before. */
static void wakeAll(double *seconds, double *alone) {
  for (int waking = 0; waking < wakings; waking++) {
    alone[waking] = timed();
    usleep(1000);
    pthread_barrier_wait(&begin);
    processors[0].seconds = timed();
    pthread_barrier_wait(&end);
    seconds[waking] = slowest();
    usleep(1000);
  }
}

/* The ratios in ascending order; returns what went wrong, or NULL. */
static const char *measure(double *ratios) {
  static double alone[mostWakings];
  cpu_set_t granted;
  if (sched_getaffinity(0, sizeof granted, &granted))
    return "cannot ask for the processors";
  for (int each = 0; each < CPU_SETSIZE && found < mostProcessors; each++)
    if (CPU_ISSET(each, &granted))
      processors[found++].number = each;
  if (found < 2)
    return "one processor has nothing to share";
  pin(processors[0].number);
  findTurns();
  pthread_barrier_init(&begin, NULL, found), pthread_barrier_init(&end, NULL, found);
  for (int each = 1; each < found; each++)
    if (pthread_create(&processors[each].thread, NULL, accompany, &processors[each]))
      return "cannot make a thread";
  wakeAll(ratios, alone);
  for (int each = 1; each < found; each++)
    pthread_join(processors[each].thread, NULL);
  qsort(ratios, wakings, sizeof *ratios, ascending), qsort(alone, wakings, sizeof *alone, ascending);
  for (int waking = 0; waking < wakings; waking++)
    ratios[waking] /= alone[wakings / 2];
  return NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"wakings", "times that all begin at once", {"20", "200", "1000"}, NULL},
                                  {"us", "microseconds that one calculates each time", {"500", "2000", "2000"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "all processors at once over one of them alone", options);
  wakings = benchInteger(options, "wakings", 1), microseconds = benchInteger(options, "us", 1);
  if (wakings > mostWakings)
    wakings = mostWakings;
  static double ratios[mostWakings];
  double start = benchSeconds();
  const char *wrong = measure(ratios);
  if (!wrong)
    printf("measure median %.10g\nmeasure upper_tenth %.10g\n", ratios[wakings / 2], ratios[wakings * 9 / 10]);
  return benchFinish(benchSeconds() - start, wrong);
}
