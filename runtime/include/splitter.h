/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * splitter.h: the library interface of Splitter (Scogland et al., "Heterogeneous Task Scheduling for Accelerated
 * OpenMP", 2012), for loops that are split in two by hand: one part for all cores, one for one accelerator. A thin
 * header over hetrt/manual.h.
 *
 *     splitter *s = split_init(n, SPLIT_DYNAMIC, NULL, NULL);
 *     for (int it = 0; it < s->d_end; it++) {
 *       split_next(s, n, it);
 *     #pragma omp parallel sections num_threads(2)
 *       {
 *     #pragma omp section
 *         {
 *           split_cpu_start(s);
 *           ... iterations s->cts to s->cte - 1, in a nested parallel loop ...
 *           split_cpu_end(s);
 *         }
 *     #pragma omp section
 *         {
 *           split_gpu_start(s);
 *           ... copy indices s->d_gcs to s->d_gce - 1 in, compute s->gts to s->gte - 1, copy them out ...
 *           split_gpu_end(s);
 *         }
 *       }
 *     }
 *
 * One run through the outer loop is a pass; the next pass uses the same splitter. The program copies the accelerator's
 * data itself. If the accelerator fails, its range is not computed elsewhere. Errors go to the error handler of
 * hetrt.h, which prints a line and aborts. Link with the options that `hetcc --libs` prints.
 */
#ifndef SPLITTER_H
#define SPLITTER_H

#include "hetrt/manual.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How passes are split. HETRT_SCHEDULE overrides the choice. */
enum split_type {
  SPLIT_STATIC,  /* once, by the ratio */
  SPLIT_DYNAMIC, /* by the times of the last pass (`adaptive`) */
  SPLIT_SPLIT,   /* in div subpasses, each split by the times of the subpass before */
  SPLIT_QUICK,   /* a short subpass first, then all remaining iterations */
  /* Added if the program has no GPU code: its functions then run on an emulated accelerator's memory. */
  SPLIT_HOST_KERNELS = 256
};

/* The ranges of a subpass: from the first index to the one after the last; equal if a range is empty. */
typedef struct splitter {
  long cts, cte;     /* iterations for the cores */
  long gts, gte;     /* iterations for the accelerator */
  long d_end;        /* number of subpasses of this pass, as far as known; may grow during the pass */
  long d_ccs, d_cce; /* indices that the cores' share uses, without halo: the same as cts, cte */
  long d_gcs, d_gce; /* indices to be copied for the accelerator's share, without halo: the same as gts, gte */
  hetrt_split *engine;
} splitter;

static inline void split_check(int code) {
  if (code)
    hetrt_handle_error(code);
}

/* splitter *split_init(long size, int type, const double *ratio, const int *div)
 *
 * `size` is the usual trip count; others are allowed. `ratio`: the cores' share in the first pass, 0 to 1; null: by
 * the device model. `div`: subpasses; null: 10. Keeps the first accelerator that is free until split_fini(). */
#define split_init(size, type, ratio, div)                                                                             \
  split_init_at((size), (type), (ratio), (div), __FILE__ ":" SPLIT_TEXT(__LINE__))
#define SPLIT_TEXT(x) SPLIT_TEXT_OF(x)
#define SPLIT_TEXT_OF(x) #x

static inline splitter *split_init_at(long size, int type, const double *ratio, const int *div, const char *location) {
  static const char *const names[] = {"static", "adaptive", "split", "quick"};
  splitter *s = (splitter *)calloc(1, sizeof *s);
  hetrt_manual_options options = {HETRT_ABI, sizeof options, location, NULL, -1, 0, 0, 0, 0, 0};
  unsigned number = (unsigned)type & ~(unsigned)SPLIT_HOST_KERNELS;
  (void)size;
  if (!s)
    return NULL;
  options.scheduler = number < sizeof names / sizeof *names ? names[number] : "(no split_type)";
  options.ratio = ratio ? *ratio : -1;
  options.div = div ? *div : 0;
  options.max_threads = hetrt_omp_max_threads();
  options.flags = HETRT_MANUAL_CORES | HETRT_MANUAL_ACCELERATORS |
                  ((unsigned)type & SPLIT_HOST_KERNELS ? (unsigned)HETRT_MANUAL_HOST_KERNELS : 0u);
  s->d_end = 1;
  split_check(hetrt_split_create(&options, &s->engine));
  return s;
}

/* Frees the splitter and the accelerator's memory. */
static inline void split_fini(splitter *s) {
  hetrt_split_destroy(s->engine);
  free(s);
}

/* Gets the ranges of subpass `it`, from 0, of a pass over 0 .. size - 1. Both sides must have ended their ranges of
 * the subpass before. Called by one thread. */
static inline void split_next(splitter *s, long size, long it) {
  hetrt_range ranges[2] = {{0, 0}, {0, 0}};
  hetrt_uint64 rounds = 0;
  split_check(hetrt_split_next(s->engine, (hetrt_uint64)size, (hetrt_uint64)it, ranges, &rounds));
  s->cts = s->d_ccs = (long)ranges[HETRT_SPLIT_CORES].first;
  s->cte = s->d_cce = (long)ranges[HETRT_SPLIT_CORES].last;
  s->gts = s->d_gcs = (long)ranges[HETRT_SPLIT_ACCELERATOR].first;
  s->gte = s->d_gce = (long)ranges[HETRT_SPLIT_ACCELERATOR].last;
  s->d_end = (long)rounds;
}

/* To be called before and after the work of each side, copies included. Each side is called by one thread; both
   sides may be called at the same time. */
static inline void split_cpu_start(splitter *s) { hetrt_split_begin(s->engine, HETRT_SPLIT_CORES); }
static inline void split_cpu_end(splitter *s) { hetrt_split_end(s->engine, HETRT_SPLIT_CORES); }
static inline void split_gpu_start(splitter *s) { hetrt_split_begin(s->engine, HETRT_SPLIT_ACCELERATOR); }
static inline void split_gpu_end(splitter *s) { hetrt_split_end(s->engine, HETRT_SPLIT_ACCELERATOR); }

/* Whether there is an accelerator. Without one, its ranges are empty, and calls of the functions below are errors.
 * These functions replace the accelerator directives with which the paper copies data. Copies are complete when they
 * return. To be called by one thread at a time. */
static inline int split_gpu_present(const splitter *s) { return hetrt_split_has_accelerator(s->engine); }

static inline void *split_gpu_alloc(splitter *s, size_t bytes) {
  void *address = NULL;
  split_check(hetrt_split_allocate(s->engine, bytes, &address));
  return address;
}
static inline void split_gpu_free(splitter *s, void *address) { split_check(hetrt_split_release(s->engine, address)); }
static inline void split_gpu_copyin(splitter *s, void *to, const void *from, size_t bytes) {
  split_check(hetrt_split_copy_in(s->engine, to, from, bytes));
}
static inline void split_gpu_copyout(splitter *s, void *to, const void *from, size_t bytes) {
  split_check(hetrt_split_copy_out(s->engine, to, from, bytes));
}

#ifdef __cplusplus
}
#endif
#endif
