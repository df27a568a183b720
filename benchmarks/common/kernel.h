// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * The main program of a kernel that is repeated: options, arrays, timed passes, check, report. A program says what is
 * its own in a `struct BenchKernel` and returns benchKernel(...) from main; its arrays are variables of the file.
 */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#include "bench.h"

#define BENCH_END {NULL, NULL, {NULL}, NULL}

/* Options of programs whose arrays may stay on the devices; the first pass brings them there. */
#define BENCH_STAY {"stay", "1: arrays stay on the devices over all passes", {"0", "0", "0"}, NULL}
#define BENCH_UNTIMED {"untimed", "passes before the clock runs", {"0", "0", "0"}, NULL}

struct BenchKernel {
  const char *about;
  struct BenchOption *options; /* "passes" is one of them, "untimed" may be, BENCH_END is the last */
  void (*prepare)(struct BenchOption *options, int passes);
  void (*before)(void); /* what a pass begins with and is not measured; may be NULL */
  void (*pass)(void);
  const char *(*check)(int passes); /* dumps the results, and says what is wrong with them; NULL: nothing */
};

static inline int benchKernel(int argc, char **argv, const struct BenchKernel *kernel) {
  benchParse(argc, argv, kernel->about, kernel->options);
  int passes = benchInteger(kernel->options, "passes", 1);
  int untimed = benchFind(kernel->options, "untimed") ? benchInteger(kernel->options, "untimed", 0) : 0;
  if (untimed >= passes)
    benchFail("no pass would be timed; --untimed is", benchText(kernel->options, "untimed"));
  kernel->prepare(kernel->options, passes);
  double seconds = 0;
  for (int pass = 0; pass < passes; pass++) {
    if (kernel->before)
      kernel->before();
    if (pass == untimed)
      benchSettle();
    double begin = benchSeconds();
    kernel->pass();
    if (pass == passes - 1)
      benchSettle();
    if (pass >= untimed)
      seconds += benchSeconds() - begin;
  }
  return benchFinish(seconds, kernel->check(passes));
}

/* rows x columns, which the programs index with an int. */
static inline size_t benchElements(int rows, int columns) {
  if (rows > INT_MAX / columns) {
    fprintf(stderr, "error: an array of %d x %d elements has 2^31 or more\n", rows, columns);
    exit(2);
  }
  return (size_t)rows * columns;
}

static inline float *benchFloats(size_t count) { return benchZeros(count, sizeof(float)); }

static inline double *benchDoubles(size_t count) { return benchZeros(count, sizeof(double)); }

static inline double benchChecksum(const float *array, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += array[i] * (double)(i % 7 + 1);
  return sum;
}

/* The array's dump, and its checksum for the report. */
static inline void benchDumpFloats(const char *name, const float *array, size_t count, double tolerance) {
  benchDump(name, "f32", array, count, tolerance);
  benchResult(name, benchChecksum(array, count));
}

/* Which of `count` things is sample s of `samples`: the first, the last, and others evenly between them. */
static inline int benchSample(int s, int samples, int count) {
  return samples == 1 ? 0 : (int)((long)s * (count - 1) / (samples - 1));
}

/* The larger of two differences; one that is no number counts as infinite. */
static inline double benchWorse(double largest, double off) {
  off = off < 0 ? -off : off;
  return off == off ? (off > largest ? off : largest) : (double)INT_MAX * INT_MAX;
}

#endif
