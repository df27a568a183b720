/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetrt/manual.h: loops whose kernels the program itself provides. The program's threads ask the runtime for their
 * iterations and for the addresses of the arrays; scheduling, copies, reductions and recovery from faults are the same
 * as for annotated loops.
 *
 * ctsar.h and splitter.h provide the interfaces of two papers on top. docs/library-interfaces.md describes all three.
 *
 * Functions that return `int` as a code return a hetrt_code of hetrt.h; hetrt_last_message() has the details.
 */
#ifndef HETRT_MANUAL_H
#define HETRT_MANUAL_H

#include "hetrt.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#pragma pack(push, 16)
#endif

/* ---- Options ---------------------------------------------------------------------------------------------------- */

enum hetrt_manual_flag {
  HETRT_MANUAL_CORES = 1u,        /* cores compute */
  HETRT_MANUAL_ACCELERATORS = 2u, /* accelerators compute, as far as HETRT_DEVICES allows; if there are none, the
                                     cores */
  HETRT_MANUAL_HOST_KERNELS = 4u  /* the program has no GPU code: only accelerators in whose memory host functions
                                     can run, which are the emulated ones */
};

typedef struct hetrt_manual_options {
  hetrt_uint32 abi, size;     /* HETRT_ABI, sizeof(hetrt_manual_options) */
  const char *location;       /* "file:line" for messages and the report; copied */
  const char *scheduler;      /* a scheduler's name; null: the default. HETRT_SCHEDULE overrides it. Copied */
  double ratio;               /* the cores' share in the first pass, 0 .. 1; negative: by the device model */
  hetrt_int64 div;            /* subpasses or chunks; 0: the default */
  double core_seconds;        /* seconds per iteration of a core, used until it is measured; 0: unknown */
  double accelerator_seconds; /* seconds per iteration of an accelerator, likewise */
  hetrt_int32 max_threads;    /* omp_get_max_threads() */
  hetrt_uint32 flags;         /* hetrt_manual_flag */
} hetrt_manual_options;

/* ---- A thread per device ------------------------------------------------------------------------------------------
 */
/*
 * Every thread of a team executes, for each pass:
 *
 *     hetrt_manual_member *member = hetrt_manual_join(loop, thread, threads);
 *     do {
 *       hetrt_manual_map(member, ..., &address, ...);        any number of arrays and reductions
 *       hetrt_manual_next(member, trip_count, &range);
 *       ... iterations [range.first, range.last), on the arrays at their addresses ...
 *       hetrt_manual_more(member, &more);
 *     } while (more);
 *
 * The first threads are cores, the last ones drive one accelerator each; surplus threads get empty ranges. A pass is
 * collective, like a worksharing construct: all threads of the team take part, with the same arrays and trip count.
 */
typedef struct hetrt_manual hetrt_manual;               /* one loop; valid until hetrt_manual_destroy() */
typedef struct hetrt_manual_member hetrt_manual_member; /* one thread in one pass */

int hetrt_manual_create(const hetrt_manual_options *options, hetrt_manual **loop);

/* Frees the loop and all memory that devices hold for it. No pass may be running. Null is allowed. */
void hetrt_manual_destroy(hetrt_manual *loop);

/* The number of threads that the team should have: cores plus accelerators. Other numbers are allowed. */
int hetrt_manual_threads(const hetrt_manual *loop);

/* Returns the member for the calling thread, number `thread` of `threads`, in the current pass; opens a pass if none
   is open. Takes little time. */
hetrt_manual_member *hetrt_manual_join(hetrt_manual *loop, int thread, int threads);

/* HETRT_MANUAL_CORES or HETRT_MANUAL_ACCELERATORS: where the member's iterations are to be computed. May change from
 * one range to the next: after a fault of its accelerator, a thread can only help as a core. */
int hetrt_manual_kind(const hetrt_manual_member *member);

enum hetrt_manual_array_flag {
  HETRT_MANUAL_IN = 1u,     /* iterations read the array */
  HETRT_MANUAL_OUT = 2u,    /* iterations write their own indices */
  HETRT_MANUAL_PERSIST = 8u /* the device keeps its copy between passes, as under a persist clause */
};

/* An array. Iteration i uses index i of dimension `along`, and a halo: `halo_before` lower and `halo_after` higher
 * indices. */
typedef struct hetrt_manual_array {
  const char *name, *clause; /* as the user knows them, e.g. "x" and "ctsar_reg_mem"; must exist as long as the pass */
  hetrt_uint32 line, flags;  /* hetrt_manual_array_flag */
  const void *base;
  hetrt_uint64 element_size; /* bytes */
  hetrt_uint32 rank;         /* 1 .. HETRT_MAX_RANK */
  hetrt_int32 along;         /* the dimension whose index is the iteration's number; negative: all of the array is
                                read */
  hetrt_int64 extent[HETRT_MAX_RANK];
  hetrt_int64 halo_before, halo_after;
} hetrt_manual_array;

/* Describes an array, and returns its address for this member in `*address`: cores work in place; an accelerator has
 * memory for the whole array, in which an element has the same offset as in the program's array. Must be called
 * before hetrt_manual_next(), in every round of the pass. The elements that the range needs are there when
 * hetrt_manual_next() returns, and the elements that it wrote are in the program's array when the pass is over.
 *
 * With `pad`, rows of an accelerator's copy are padded to the width of its SIMD units, unless the copy persists.
 * `*row_bytes` receives the distance in bytes between two indices of the first dimension.
 *
 * If the accelerator has too little memory, `*address` is null, and the member will get no range. */
int hetrt_manual_map(hetrt_manual_member *member, const hetrt_manual_array *array, int pad, void **address,
                     hetrt_uint64 *row_bytes) __asm__("hetrt_manual_map_8");

/* Frees the devices' memory for an array. No pass may be running. An array that is not mapped is allowed. */
int hetrt_manual_unmap(hetrt_manual *loop, const void *base);

/* From now on the devices' memory for the array at `from` is used for an array of the same shape at `to`. Its
 * contents are not kept. No pass may be running. */
int hetrt_manual_retarget(hetrt_manual *loop, const void *from, const void *to);

/* Combines `*from` into `*into`, as a reduction does. */
typedef void hetrt_manual_combine(void *into, const void *from);

/* A reduction value of `size` bytes. The member's iterations accumulate in `*partial`, which is on the member's
 * device, is aligned to 16 bytes, and is a copy of `identity` whenever hetrt_manual_next() returns. When the pass is
 * over, all partials have been combined into `target`, one after the other. Must be called like hetrt_manual_map(). */
int hetrt_manual_reduce(hetrt_manual_member *member, void *target, const void *identity, hetrt_uint64 size,
                        hetrt_manual_combine *combine, void **partial);

/* Stores the member's next iterations, of 0 .. trip_count - 1, which may be none. Waits for the copies. */
int hetrt_manual_next(hetrt_manual_member *member, hetrt_uint64 trip_count, hetrt_range *range);

/* The range of the last hetrt_manual_next(); empty after hetrt_manual_more() and before the first range. */
void hetrt_manual_range(const hetrt_manual_member *member, hetrt_range *range);

/* Optional. A range's time is that from hetrt_manual_next() to hetrt_manual_more(), unless the program calls this
 * when it begins (1) and ends (0) to compute. Copies always count. */
void hetrt_manual_time(hetrt_manual_member *member, int computing);

/* Reports that the range is computed; an accelerator must have finished its work. Copies outputs, and stores in
 * `*more` whether the member has to go round again. If not, the pass is over for all members when this returns, and
 * one of them gets the error of the pass, if any. */
int hetrt_manual_more(hetrt_manual_member *member, int *more);

/* ---- One thread asks for both kinds -------------------------------------------------------------------------------
 */
/*
 * All cores together are one device, and one accelerator is the other. One thread asks for the ranges of both, round by
 * round; the program copies the accelerator's data itself.
 */
typedef struct hetrt_split hetrt_split;

enum hetrt_split_side { HETRT_SPLIT_CORES = 0, HETRT_SPLIT_ACCELERATOR = 1 };

/* Makes a loop with the first accelerator that is free, and keeps it until hetrt_split_destroy(). */
int hetrt_split_create(const hetrt_manual_options *options, hetrt_split **split);
void hetrt_split_destroy(hetrt_split *split);
int hetrt_split_has_accelerator(const hetrt_split *split);

/* The ranges of round number `round`, counted from 0 in each pass; round 0 begins a pass. Both sides must have ended
 * their ranges of the round before. `*rounds` receives the number of rounds of the pass as far as known: at least
 * round + 1. */
int hetrt_split_next(hetrt_split *split, hetrt_uint64 trip_count, hetrt_uint64 round, hetrt_range ranges[2],
                     hetrt_uint64 *rounds);

/* A side begins or ends its range. Each side is called by one thread; the two sides may be called at the same time. */
void hetrt_split_begin(hetrt_split *split, int side);
void hetrt_split_end(hetrt_split *split, int side);

/* Allocates and frees memory of the accelerator, and copies `bytes` bytes; copies are complete on return. Only one
   thread at a time. */
int hetrt_split_allocate(hetrt_split *split, hetrt_uint64 bytes, void **address);
int hetrt_split_release(hetrt_split *split, void *address);
int hetrt_split_copy_in(hetrt_split *split, void *to, const void *from, hetrt_uint64 bytes);
int hetrt_split_copy_out(hetrt_split *split, void *to, const void *from, hetrt_uint64 bytes);

#if defined(__GNUC__)
#pragma pack(pop)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
