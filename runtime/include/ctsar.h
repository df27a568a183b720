/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ctsar.h: the library interface of CoreTSAR (Scogland, "Runtime Adaptation for Autonomic Heterogeneous Computing",
 * 2014, chapter 5), for loops whose kernels the program itself provides. A thin header over hetrt/manual.h.
 *
 *     ctsar *s = NULL;
 *     ctsar_init(&s, n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
 *     #pragma omp parallel num_threads(ctsar_threads(s))
 *     do {
 *       float *x = ctsar_reg_mem(s, hostX, sizeof(float), n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
 *       float *y = ctsar_reg_mem(s, hostY, sizeof(float), n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
 *       ctsar_next(s, n);
 *       if (ctsar_get_type(s) == CTSAR_DEV_GPU)
 *         axpyOnGpu(x, y, CSTART(s), CEND(s));                        // synchronous, on device pointers
 *       else
 *         axpy(x, y, CSTART(s), CEND(s));
 *     } while (ctsar_loop(s));
 *     ctsar_fini(&s);
 *
 * One run through the do/while is a pass. It is collective: every thread of the parallel region takes part, with the
 * same arguments. The first threads are cores, and each of the last ones drives an accelerator. ctsar_threads() returns
 * how many threads there should be; with fewer, some devices stay idle. Arrays have the same indices on every device as
 * on the host. When ctsar_loop() returns 0, the whole pass is over and its outputs are in the host's arrays.
 *
 * If a device fails, other devices compute its range. Mistakes (an output that does not follow the loop, extents below
 * the trip count, arrays that overlap) go to the error handler of hetrt.h, which prints a line and aborts.
 *
 * Functions marked "Thread" are called by each thread of the team. They identify the calling thread by
 * omp_get_thread_num(), so they must be called directly in the parallel region, not in a nested one. Link with the
 * options that `hetcc --libs` prints.
 */
#ifndef CTSAR_H
#define CTSAR_H

#include "hetrt/manual.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hetrt_manual ctsar;

/* How passes are split; docs/language/hetero.md describes the schedulers. HETRT_SCHEDULE overrides the choice. */
typedef enum ctsar_type {
  CTSAR_STATIC,
  CTSAR_ADAPTIVE,
  CTSAR_SPLIT,
  CTSAR_QUICK,
  CTSAR_CHUNK,
  CTSAR_CHUNK_STATIC,
  CTSAR_CHUNK_DYNAMIC,
  CTSAR_HYBRID_CHUNK,
  CTSAR_CPU,
  CTSAR_GPU,
  CTSAR_AUTO
} ctsar_type;

/* The devices that compute, and the results of ctsar_get_type(). */
enum ctsar_dev_type {
  CTSAR_DEV_CPU = HETRT_MANUAL_CORES,
  CTSAR_DEV_GPU = HETRT_MANUAL_ACCELERATORS,
  CTSAR_DEV_ALL = CTSAR_DEV_CPU | CTSAR_DEV_GPU,
  /* Added if the program has no GPU code: its functions then run on emulated accelerators' memory. */
  CTSAR_DEV_HOST_KERNELS = HETRT_MANUAL_HOST_KERNELS
};

enum ctsar_mem_flags {
  CTSAR_MEM_INPUT = 1,  /* copied to the device before a range is computed */
  CTSAR_MEM_OUTPUT = 2, /* the range's own indices are copied back; needs CTSAR_MEM_PARTIAL */
  CTSAR_MEM_INOUT = CTSAR_MEM_INPUT | CTSAR_MEM_OUTPUT,
  CTSAR_MEM_PARTIAL = 4, /* iteration i uses index i (and the halo) only; without this flag each device gets the
                            whole array */
  CTSAR_MEM_PERSIST = 8, /* devices keep their copy between passes: the host must not write the array until
                            ctsar_unreg_mem() */
  CTSAR_MEM_COLUMN = 16, /* in two dimensions: iteration i uses column i, not row i */
  CTSAR_MEM_PAD = 32     /* rows of an accelerator's copy are padded to the width of its SIMD units */
};

static inline const char *ctsar_scheduler_name(ctsar_type type) {
  static const char *const names[] = {"static",        "adaptive",     "split", "quick", "chunk", "chunk_static",
                                      "chunk_dynamic", "hybrid_chunk", "cpu",   "gpu",   "auto"};
  return (unsigned)type < sizeof names / sizeof *names ? names[type] : "(no ctsar_type)";
}

static inline void ctsar_check(int code) {
  if (code)
    hetrt_handle_error(code);
}

/* The member of the calling thread in the current pass. */
static inline hetrt_manual_member *ctsar_self(ctsar *s) {
  return hetrt_manual_join(s, hetrt_omp_thread_num(), hetrt_omp_num_threads());
}

/* ctsar_init(ctsar **s, size_t n, ctsar_type scheduler, int devices, const double *tpi, const int *div)
 *
 * Makes a loop in *s. If *s is one already, it is kept, with its measurements. `n` is the usual trip count; others
 * are allowed. `devices` is of ctsar_dev_type. `tpi`: seconds per iteration of a core and of an accelerator, by
 * which the first pass is split; only their ratio matters; null: by the device model. `div`: subpasses or chunks per
 * pass; null: 10. Called by one thread, outside of the parallel region. */
#define ctsar_init(s, n, scheduler, devices, tpi, div)                                                                 \
  ctsar_init_at((s), (n), (scheduler), (devices), (tpi), (div), __FILE__ ":" CTSAR_TEXT(__LINE__))
#define CTSAR_TEXT(x) CTSAR_TEXT_OF(x)
#define CTSAR_TEXT_OF(x) #x

static inline void ctsar_init_at(ctsar **s, size_t n, ctsar_type scheduler, int devices, const double *tpi,
                                 const int *div, const char *location) {
  hetrt_manual_options options = {HETRT_ABI, sizeof options, location, ctsar_scheduler_name(scheduler), -1, 0, 0, 0, 0,
                                  0};
  (void)n;
  if (*s)
    return;
  options.div = div ? *div : 0;
  options.core_seconds = tpi ? tpi[0] : 0;
  options.accelerator_seconds = tpi ? tpi[1] : 0;
  options.max_threads = hetrt_omp_max_threads();
  options.flags = (hetrt_uint32)devices;
  ctsar_check(hetrt_manual_create(&options, s));
}

/* Frees the loop and the memory that devices hold for it, and sets *s to null. Called by one thread, outside of the
   parallel region. */
static inline void ctsar_fini(ctsar **s) {
  hetrt_manual_destroy(*s);
  *s = NULL;
}

/* The number of threads that the parallel region should have. */
static inline int ctsar_threads(const ctsar *s) { return hetrt_manual_threads(s); }

/* Thread. Takes the next range, of iterations 0 .. n - 1; returns when its data is on the device. */
static inline void ctsar_next(ctsar *s, size_t n) {
  hetrt_range range;
  ctsar_check(hetrt_manual_next(ctsar_self(s), n, &range));
}

/* Thread. Reports that the range is computed; an accelerator's kernels must have finished. Returns 0 when the pass
   is over. */
static inline int ctsar_loop(ctsar *s) {
  int more = 0;
  ctsar_check(hetrt_manual_more(ctsar_self(s), &more));
  return more;
}

/* Thread. The first iteration of the range, and the one after its last; equal if the range is empty. Each is a call
 * that takes a fraction of a microsecond, so do not use them in the condition of a short loop. */
#define CSTART(s) ctsar_bound((s), 0)
#define CEND(s) ctsar_bound((s), 1)
static inline size_t ctsar_bound(ctsar *s, int end) {
  hetrt_range range;
  hetrt_manual_range(ctsar_self(s), &range);
  return (size_t)(end ? range.last : range.first);
}

/* Thread. CTSAR_DEV_CPU or CTSAR_DEV_GPU: where the range is to be computed, and where its arrays are. May change
 * from one range to the next. */
static inline int ctsar_get_type(ctsar *s) { return hetrt_manual_kind(ctsar_self(s)); }

/* Thread. Optional. Time between ctsar_next() and ctsar_loop(), but outside of ctsar_start() and ctsar_end(), does
 * not count as time of the device. */
static inline void ctsar_start(ctsar *s) { hetrt_manual_time(ctsar_self(s), 1); }
static inline void ctsar_end(ctsar *s) { hetrt_manual_time(ctsar_self(s), 0); }

/* Thread, before ctsar_next(), in each run of the loop.
 *
 *   void *ctsar_reg_mem(ctsar *s, T *p, size_t item_size, size_t n, int flags)
 *   void *ctsar_reg_mem_2d(ctsar *s, T *p, size_t item_size, size_t rows, size_t columns, int flags, size_t halo,
 *                          size_t *row_size)
 *
 * Describes the array at `p`, of n items, or of rows x columns items, row by row. Returns its address for this
 * thread's range: `p` on cores, a device address on accelerators, which have memory for the whole array and get the
 * elements that the range needs. `halo`: as many rows (columns) on each side may be read too, clipped at the edges;
 * not for outputs. `*row_size` receives the bytes from one row to the next; required with CTSAR_MEM_PAD, else
 * `row_size` may be null. Persistent copies are not padded. Returns null if an accelerator has too little memory:
 * its range will be empty. */
#define ctsar_reg_mem(s, p, item_size, n, flags) ctsar_reg_mem_at((s), (p), (item_size), (n), (flags), #p, __LINE__)
#define ctsar_reg_mem_2d(s, p, item_size, rows, columns, flags, halo, row_size)                                        \
  ctsar_reg_mem_2d_at((s), (p), (item_size), (rows), (columns), (flags), (halo), (row_size), #p, __LINE__)

static inline hetrt_manual_array ctsar_describe(const char *clause, int flags, const void *p, size_t item_size,
                                                const char *name, unsigned line) {
  hetrt_manual_array array = {name, clause, line, 0, p, item_size, 1, 0, {0}, 0, 0};
  array.flags |= flags & CTSAR_MEM_INPUT ? (unsigned)HETRT_MANUAL_IN : 0u;
  array.flags |= flags & CTSAR_MEM_OUTPUT ? (unsigned)HETRT_MANUAL_OUT : 0u;
  array.flags |= flags & CTSAR_MEM_PERSIST ? (unsigned)HETRT_MANUAL_PERSIST : 0u;
  array.along = flags & CTSAR_MEM_PARTIAL ? 0 : -1;
  return array;
}

static inline void *ctsar_reg_mem_at(ctsar *s, const void *p, size_t item_size, size_t n, int flags, const char *name,
                                     unsigned line) {
  hetrt_manual_array array = ctsar_describe("ctsar_reg_mem", flags, p, item_size, name, line);
  hetrt_uint64 distance;
  void *address = NULL;
  array.extent[0] = (hetrt_int64)n;
  ctsar_check(hetrt_manual_map(ctsar_self(s), &array, 0, &address, &distance));
  return address;
}

static inline void *ctsar_reg_mem_2d_at(ctsar *s, const void *p, size_t item_size, size_t rows, size_t columns,
                                        int flags, size_t halo, size_t *row_size, const char *name, unsigned line) {
  hetrt_manual_array array = ctsar_describe("ctsar_reg_mem_2d", flags, p, item_size, name, line);
  int pad = (flags & CTSAR_MEM_PAD) != 0 && row_size;
  hetrt_uint64 distance;
  void *address = NULL;
  array.rank = 2;
  array.extent[0] = (hetrt_int64)rows;
  array.extent[1] = (hetrt_int64)columns;
  array.halo_before = array.halo_after = (hetrt_int64)halo;
  if (array.along == 0 && flags & CTSAR_MEM_COLUMN)
    array.along = 1;
  ctsar_check(hetrt_manual_map(ctsar_self(s), &array, pad, &address, &distance));
  if (row_size)
    *row_size = (size_t)distance;
  return address;
}

/* Frees the devices' memory for an array, and ends its persistence. Called by one thread, while no pass runs. */
static inline void ctsar_unreg_mem(ctsar *s, const void *p) { ctsar_check(hetrt_manual_unmap(s, p)); }

/* From now on the devices' memory for the array at `from` is used for the one at `to`, which has the same shape and
 * is not registered yet: the two buffers of a double buffer need device memory for one. Contents on devices are not
 * kept. Called by one thread, while no pass runs. */
static inline void ctsar_retarget_mem(ctsar *s, const void *from, const void *to) {
  ctsar_check(hetrt_manual_retarget(s, from, to));
}

/* Thread, before ctsar_next(), in each run of the loop. Returns the address, on the device, of this thread's part of
 * a reduction of `item_size` bytes: it is a copy of `*identity`, aligned to 16 bytes, and the range accumulates in
 * it. When the pass is over, fn(p, part) has been called for all parts, one after the other. */
static inline void *ctsar_reg_reduc(ctsar *s, void *p, const void *identity, size_t item_size,
                                    void (*fn)(void *into, const void *from)) {
  void *part = NULL;
  ctsar_check(hetrt_manual_reduce(ctsar_self(s), p, identity, item_size, fn, &part));
  return part;
}

#ifdef __cplusplus
}
#endif
#endif
