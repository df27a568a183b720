// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how long a program built by gcc is in parallel regions. Preloaded (LD_PRELOAD), this library defines the
// entry points of libgomp for these regions, and forwards and times each call. When the program ends, it appends the
// seconds to the file that PARALLEL_TIME names. For programs that run on one thread.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double total;
static int depth; // nested regions are part of the outer region's time

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

__attribute__((destructor)) static void tell(void) {
  const char *name = getenv("PARALLEL_TIME");
  FILE *file = name && total > 0 ? fopen(name, "a") : NULL;
  if (!file)
    return;
  fprintf(file, "%.9f\n", total);
  fclose(file);
}

#define TIMED(call)                                                                                                    \
  do {                                                                                                                 \
    const double begin = now();                                                                                        \
    depth++;                                                                                                           \
    call;                                                                                                              \
    if (--depth == 0)                                                                                                  \
      total += now() - begin;                                                                                          \
  } while (0)

typedef void Body(void *);

#define WITH_BODY(name)                                                                                                \
  void name(Body *body, void *data, unsigned threads, unsigned flags) {                                                \
    static void (*next)(Body *, void *, unsigned, unsigned);                                                           \
    if (!next)                                                                                                         \
      next = dlsym(RTLD_NEXT, #name);                                                                                  \
    TIMED(next(body, data, threads, flags));                                                                           \
  }
WITH_BODY(GOMP_parallel)

unsigned GOMP_parallel_reductions(Body *body, void *data, unsigned threads, unsigned flags) {
  static unsigned (*next)(Body *, void *, unsigned, unsigned);
  unsigned team;
  if (!next)
    next = dlsym(RTLD_NEXT, "GOMP_parallel_reductions");
  TIMED(team = next(body, data, threads, flags));
  return team;
}

#define OF_CHUNKS(name)                                                                                                \
  void name(Body *body, void *data, unsigned threads, long first, long end, long step, long chunk, unsigned flags) {   \
    static void (*next)(Body *, void *, unsigned, long, long, long, long, unsigned);                                   \
    if (!next)                                                                                                         \
      next = dlsym(RTLD_NEXT, #name);                                                                                  \
    TIMED(next(body, data, threads, first, end, step, chunk, flags));                                                  \
  }
OF_CHUNKS(GOMP_parallel_loop_static)
OF_CHUNKS(GOMP_parallel_loop_dynamic)
OF_CHUNKS(GOMP_parallel_loop_guided)
OF_CHUNKS(GOMP_parallel_loop_nonmonotonic_dynamic)
OF_CHUNKS(GOMP_parallel_loop_nonmonotonic_guided)

#define OF_SETTING(name)                                                                                               \
  void name(Body *body, void *data, unsigned threads, long first, long end, long step, unsigned flags) {               \
    static void (*next)(Body *, void *, unsigned, long, long, long, unsigned);                                         \
    if (!next)                                                                                                         \
      next = dlsym(RTLD_NEXT, #name);                                                                                  \
    TIMED(next(body, data, threads, first, end, step, flags));                                                         \
  }
OF_SETTING(GOMP_parallel_loop_runtime)
OF_SETTING(GOMP_parallel_loop_nonmonotonic_runtime)
OF_SETTING(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
