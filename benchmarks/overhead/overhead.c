// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * overhead: what an empty region costs, back to back and after serial work of 100 us and 10 ms, during which an
 * OpenMP runtime's threads may fall asleep: of a team of all threads, and (`short_`) where the runtime may find that
 * one is enough. Built by gcc it measures libgomp's empty `parallel for`. With --array 1 the loop writes an array, so
 * that an accelerator has something to move. The loops have a body, since a compiler deletes one that has none, and
 * its threads then do not even ask for their numbers. Prints medians:
 *     measure NAME MICROSECONDS
 */
#include "../common/bench.h"
#include "hetcc.h"

#ifdef _OPENMP
#include <omp.h>
static int maxThreads(void) { return omp_get_max_threads(); }
#else
static int maxThreads(void) { return 1; }
#endif

static int threads;

static void emptyRegion(int n, float *x) {
  (void)x;
#pragma omp parallel for num_threads(threads) HETCC(hetero(1, all, adaptive))
  for (int i = 0; i < n; i++) {
    volatile int kept = i;
    (void)kept;
  }
}

static void shortRegion(int n, float *x) {
  (void)x;
#pragma omp parallel for HETCC(hetero(1, all, adaptive))
  for (int i = 0; i < n; i++) {
    volatile int kept = i;
    (void)kept;
  }
}

static void arrayRegion(int n, float *x) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copy(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

typedef void (*Region)(int n, float *x);

/* Keeps this thread, and no other, busy. */
static void work(double seconds) {
  for (double end = benchSeconds() + seconds; benchSeconds() < end;)
    ;
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median over `repeats` samples of the seconds per region in a batch, each batch after some serial work. */
static double regionSeconds(Region region, int n, float *x, double pause, int batch, int repeats) {
  double *samples = benchZeros(repeats, sizeof *samples);
  for (int r = 0; r < repeats; r++) {
    work(pause);
    double begin = benchSeconds();
    for (int i = 0; i < batch; i++)
      region(n, x);
    samples[r] = (benchSeconds() - begin) / batch;
  }
  qsort(samples, repeats, sizeof *samples, compareDoubles);
  double median = samples[repeats / 2];
  free(samples);
  return median;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "trip count of the empty loop", {"16", "16", "16"}, NULL},
                                  {"array", "1: the loop writes an array of n numbers", {"0", "0", "0"}, NULL},
                                  {"repeats", "samples", {"20", "100", "500"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "the cost of an empty region", options);
  int n = benchInteger(options, "n", 0), repeats = benchInteger(options, "repeats", 1);
  Region region = benchInteger(options, "array", 0) ? arrayRegion : emptyRegion;
  float *x = benchZeros(n, sizeof *x);
  threads = maxThreads();
  regionSeconds(region, n, x, 0, 100, 1); /* starts the threads */
  benchMeasure("back_to_back", 1e6 * regionSeconds(region, n, x, 0, 100, repeats));
  benchMeasure("after_100us", 1e6 * regionSeconds(region, n, x, 100e-6, 1, 5 * repeats));
  benchMeasure("after_10ms", 1e6 * regionSeconds(region, n, x, 10e-3, 1, repeats));
  if (region == emptyRegion) {
    benchMeasure("short_back_to_back", 1e6 * regionSeconds(shortRegion, n, x, 0, 100, repeats));
    benchMeasure("short_after_10ms", 1e6 * regionSeconds(shortRegion, n, x, 10e-3, 1, repeats));
  }
  free(x);
  return 0;
}
