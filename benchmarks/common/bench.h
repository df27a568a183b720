// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * What the benchmark programs share: options with presets per size, the wall clock, random numbers, the report and
 * the dump of raw results. Each program is one source that includes this header once; nothing here is used inside
 * an annotated loop.
 *
 * Every program understands
 *     --size small|medium|paper   presets of all its options (default: small)
 *     --dump FILE                 raw results, for a comparison of two builds
 *     --clock wall|cpu            what `seconds` are: wall-clock time, or the processor time of all threads
 * and its own options, and reports
 *     result NAME VALUE           figures that do not depend on the machine
 *     measure NAME VALUE          figures that do
 *     seconds VALUE               in the annotated loops
 *     check passed|failed: WHY    and exits with status 1 after a failed check, 2 after a mistake in its use
 */
#ifndef BENCH_H
#define BENCH_H

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hetcc.h"

/* -DBENCH_SCHEDULE='schedule(dynamic)': how plain OpenMP divides the annotated loops; without it, as it likes. */
#ifdef BENCH_SCHEDULE
#ifdef __HETCC__
#error "BENCH_SCHEDULE is for other compilers than hetcc"
#endif
#undef HETCC
#define HETCC(...) BENCH_SCHEDULE
#endif

/* Stands before functions with annotated loops. With -DBENCH_HANDWRITTEN those of PROGRAM.cu or peers/mpi/PROGRAM.c take
 * their place. */
#ifdef BENCH_HANDWRITTEN
#define BENCH_LOOP __attribute__((weak))
#define BENCH_HOOK __attribute__((weak))
#else
#define BENCH_LOOP static
#define BENCH_HOOK static inline
#endif

/* Called where the clock starts and where it stops: hand-written loops may run in several processes. */
BENCH_HOOK void benchSettle(void) {}

/* Called with an array that the loops have written, where the program wants to read it: the same. */
BENCH_HOOK void benchCollect(void *array, size_t rows, size_t rowBytes) { (void)array, (void)rows, (void)rowBytes; }

/* "--name VALUE". A list of options ends with one that has no name. */
struct BenchOption {
  const char *name;
  const char *help;
  const char *presets[3]; /* the values for small, medium and paper */
  const char *value;      /* what the command line gave, else the preset; filled by benchParse */
};

static const char *const benchSizes[] = {"small", "medium", "paper"};
static FILE *benchDumpFile;
static clockid_t benchClock = CLOCK_MONOTONIC;

static inline void benchFail(const char *what, const char *subject) {
  fprintf(stderr, "error: %s '%s'\n", what, subject);
  exit(2);
}

static inline void benchHelp(const char *about, const struct BenchOption *options) {
  printf("%s\n\n  --size small|medium|paper  presets (default small)\n  --dump FILE  write the raw results\n"
         "  --clock wall|cpu  what seconds are (default wall)\n",
         about);
  for (const struct BenchOption *option = options; option->name; option++)
    printf("  --%s  %s (%s, %s, %s)\n", option->name, option->help, option->presets[0], option->presets[1],
           option->presets[2]);
  exit(0);
}

static inline struct BenchOption *benchFind(struct BenchOption *options, const char *name) {
  for (struct BenchOption *option = options; option->name; option++)
    if (!strcmp(option->name, name))
      return option;
  return NULL;
}

static inline int benchPreset(const char *size) {
  for (int i = 0; i < 3; i++)
    if (!strcmp(size, benchSizes[i]))
      return i;
  benchFail("--size is one of small, medium, paper, not", size);
  return -1;
}

/* Takes an option that every program has. */
static inline void benchShared(const char *name, const char *value, int *preset) {
  if (!strcmp(name, "size"))
    *preset = benchPreset(value);
  else if (!strcmp(name, "dump") && !(benchDumpFile = fopen(value, "wb")))
    benchFail("cannot write", value);
  else if (!strcmp(name, "clock") && !strcmp(value, "cpu"))
    benchClock = CLOCK_PROCESS_CPUTIME_ID;
  else if (!strcmp(name, "clock") && strcmp(value, "wall"))
    benchFail("--clock is wall or cpu, not", value);
}

/* Reads the command line into the options' values; presets fill what it leaves open. */
static inline void benchParse(int argc, char **argv, const char *about, struct BenchOption *options) {
  int preset = 0;
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i] + (strncmp(argv[i], "--", 2) ? 0 : 2);
    if (!strcmp(name, "help"))
      benchHelp(about, options);
    struct BenchOption *option = benchFind(options, name);
    if (name == argv[i] || (!option && strcmp(name, "size") && strcmp(name, "dump") && strcmp(name, "clock")))
      benchFail("unknown option (try --help)", argv[i]);
    if (++i == argc)
      benchFail("no value after", argv[i - 1]);
    if (option)
      option->value = argv[i];
    else
      benchShared(name, argv[i], &preset);
  }
  for (struct BenchOption *option = options; option->name; option++)
    if (!option->value)
      option->value = option->presets[preset];
}

static inline const char *benchText(struct BenchOption *options, const char *name) {
  return benchFind(options, name)->value;
}

/* The option as an integer of at least `least`. */
static inline int benchInteger(struct BenchOption *options, const char *name, int least) {
  const char *text = benchText(options, name);
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno || end == text || *end || value < least || value > INT_MAX) {
    fprintf(stderr, "error: --%s is an integer of at least %d, not '%s'\n", name, least, text);
    exit(2);
  }
  return (int)value;
}

static inline double benchSeconds(void) {
  struct timespec now;
  clock_gettime(benchClock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/*
 * An array of zeros. They are written now, by one thread, so that no loop pays for their pages: the compiler must not
 * see that zeros are what is written, or it makes one calloc of both steps, which touches nothing.
 */
static inline void *benchZeros(size_t count, size_t size) {
  void *memory = count <= SIZE_MAX / size ? malloc(count ? count * size : 1) : NULL;
  if (!memory) {
    fprintf(stderr, "error: no memory for %zu elements of %zu bytes\n", count, size);
    exit(2);
  }
  __asm__ volatile("" : "+r"(memory));
  return memset(memory, 0, count * size);
}

/* The next of a sequence of uniform numbers in [0, 1): a Weyl sequence under a 64-bit mixing function. */
static inline double benchUniform(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return (double)((x ^ (x >> 32)) >> 11) * 0x1p-53;
}

/*
 * Appends an array to the dump: a line "NAME TYPE COUNT TOLERANCE", then the raw elements. Type is f32, f64 or i32.
 * Two builds agree where no element differs by more than the (absolute) tolerance; 0 asks for the same bits.
 */
static inline void benchDump(const char *name, const char *type, const void *data, size_t count, double tolerance) {
  if (!benchDumpFile)
    return;
  size_t size = strcmp(type, "f64") ? 4 : 8;
  fprintf(benchDumpFile, "%s %s %zu %.17g\n", name, type, count, tolerance);
  if (fwrite(data, size, count, benchDumpFile) != count)
    benchFail("cannot write to the dump the array", name);
}

static inline void benchResult(const char *name, double value) { printf("result %s %.10g\n", name, value); }

static inline void benchMeasure(const char *name, double value) { printf("measure %s %.4g\n", name, value); }

/* Prints the last lines of the report; returns the exit status. `failure` says what is wrong, NULL: nothing. */
static inline int benchFinish(double seconds, const char *failure) {
  printf("seconds %.6f\n", seconds);
  printf("check %s%s\n", failure ? "failed: " : "passed", failure ? failure : "");
  if (benchDumpFile && fclose(benchDumpFile))
    benchFail("cannot finish the", "dump");
  return failure != NULL;
}

#endif
