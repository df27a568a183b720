/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetrt/manual.h: loops whose kernels are the program's own. The program's threads ask the runtime which iterations are
 * theirs and where the arrays lie; scheduling, copies, redoing after a fault and reductions are those of annotated
 * loops.
 *
 * ctsar.h and splitter.h put the interfaces of two papers on top. docs/library-interfaces.md describes all three.
 *
 * Functions that return `int` return a hetrt_code of hetrt.h; hetrt_last_message() has the details.
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
  HETRT_MANUAL_ACCELERATORS = 2u, /* accelerators compute, as far as HETRT_DEVICES allows; where none is, the cores */
  HETRT_MANUAL_HOST_KERNELS = 4u  /* the program has no GPU code: only accelerators on whose memory functions of the
                                     host can run, which are the emulated ones */
};

typedef struct hetrt_manual_options {
  hetrt_uint32 abi, size;     /* HETRT_ABI, sizeof(hetrt_manual_options) */
  const char *location;       /* "file:line" for messages and the report; copied */
  const char *scheduler;      /* a scheduler's name; null: the default. HETRT_SCHEDULE overrides it. Copied */
  double ratio;               /* first-pass share of the cores, 0 .. 1; negative: from the device model */
  hetrt_int64 div;            /* subpasses or chunks; 0: the default */
  double core_seconds;        /* per iteration of a core, believed until something is measured; 0: unknown */
  double accelerator_seconds; /* the same for an accelerator */
  hetrt_int32 max_threads;    /* omp_get_max_threads() */
  hetrt_uint32 flags;         /* hetrt_manual_flag */
} hetrt_manual_options;

/* ---- A thread per device ------------------------------------------------------------------------------------------
 */
/*
 * Every thread of a team runs, for each pass:
 *
 *     hetrt_manual_member *member = hetrt_manual_join(loop, thread, threads);
 *     do {
 *       hetrt_manual_map(member, ..., &address, ...);        any number of arrays and reductions
 *       hetrt_manual_next(member, trip_count, &range);
 *       ... iterations [range.first, range.last), on the arrays at their addresses ...
 *       hetrt_manual_more(member, &more);
 *     } while (more);
 *
 * The first threads are cores, the last ones drive one accelerator each; threads in excess get empty ranges. A pass is
 * collective, like a worksharing construct: all threads of the team take part, with the same arrays and trip count.
 */
typedef struct hetrt_manual hetrt_manual;               /* one loop; valid until hetrt_manual_destroy() */
typedef struct hetrt_manual_member hetrt_manual_member; /* one thread in one pass */

int hetrt_manual_create(const hetrt_manual_options *options, hetrt_manual **loop);

/* Frees the loop and all that devices hold for it. No pass runs. Null is fine. */
void hetrt_manual_destroy(hetrt_manual *loop);

/* The number of threads the team should have: cores and accelerators. Other numbers are fine. */
int hetrt_manual_threads(const hetrt_manual *loop);

/* The calling thread, number `thread` of `threads`, in the current pass; opens a pass if none is open. Cheap. */
hetrt_manual_member *hetrt_manual_join(hetrt_manual *loop, int thread, int threads);

/* HETRT_MANUAL_CORES or HETRT_MANUAL_ACCELERATORS: who computes the member's iterations. May change from one range to
 * the next: after a fault of its accelerator, a thread can only help as a core. */
int hetrt_manual_kind(const hetrt_manual_member *member);

enum hetrt_manual_array_flag {
  HETRT_MANUAL_IN = 1u,     /* iterations read it */
  HETRT_MANUAL_OUT = 2u,    /* iterations write what belongs to them */
  HETRT_MANUAL_PERSIST = 8u /* the device keeps its copy between passes, as under a persist clause */
};

/* An array: index `along` of what iteration i needs is i, and a halo on the side of the lower and of the higher
 * indices. */
typedef struct hetrt_manual_array {
  const char *name, *clause; /* as the user knows them, e.g. "x" and "ctsar_reg_mem"; live as long as the pass */
  hetrt_uint32 line, flags;  /* hetrt_manual_array_flag */
  const void *base;
  hetrt_uint64 element_size; /* bytes */
  hetrt_uint32 rank;         /* 1 .. HETRT_MAX_RANK */
  hetrt_int32 along;         /* the dimension that follows the loop; negative: all of the array is read */
  hetrt_int64 extent[HETRT_MAX_RANK];
  hetrt_int64 halo_before, halo_after;
} hetrt_manual_array;

/* Describes an array and says where it lies for this member: cores work in place; an accelerator has memory for all of
 * it, and the same index is at the same distance from `*address`. To be called before hetrt_manual_next(), in every
 * round of the pass. What the range needs is there when hetrt_manual_next() returns, and what it wrote is in the
 * program's array when the pass is over.
 *
 * With `pad`, rows of an accelerator's copy are padded to the width of its SIMD units, unless the copy persists.
 * `*row_bytes` receives the stride between two indices of the first dimension.
 *
 * Null as `*address`: the accelerator has too little memory, and will get no range. */
int hetrt_manual_map(hetrt_manual_member *member, const hetrt_manual_array *array, int pad, void **address,
                     hetrt_uint64 *row_bytes) __asm__("hetrt_manual_map_8");

/* Frees the devices' memory for an array. No pass runs. An array that is not mapped is fine. */
int hetrt_manual_unmap(hetrt_manual *loop, const void *base);

/* The devices' memory for the array at `from` is from now on that for an array of the same shape at `to`. What it holds
 * counts for nothing. No pass runs. */
int hetrt_manual_retarget(hetrt_manual *loop, const void *from, const void *to);

/* Combines a value into another: what a reduction does. */
typedef void hetrt_manual_combine(void *into, const void *from);

/* A reduction value of `size` bytes: `*partial` is where this member's iterations accumulate, on its device, and holds
 * a copy of `identity` whenever hetrt_manual_next() returns. When the pass is over, all of them have been combined into
 * `target`, one after the other. To be called like hetrt_manual_map(). Aligned to 16 bytes. */
int hetrt_manual_reduce(hetrt_manual_member *member, void *target, const void *identity, hetrt_uint64 size,
                        hetrt_manual_combine *combine, void **partial);

/* The member's next iterations, of 0 .. trip_count - 1; may be none. Waits for the copies. */
int hetrt_manual_next(hetrt_manual_member *member, hetrt_uint64 trip_count, hetrt_range *range);

/* The same range once more, until hetrt_manual_more(); before and after, none. */
void hetrt_manual_range(const hetrt_manual_member *member, hetrt_range *range);

/* Not necessary: a range takes from hetrt_manual_next() to hetrt_manual_more(), unless the program says in between when
 * it begins (1) and ends (0) to compute. Copies count always. */
void hetrt_manual_time(hetrt_manual_member *member, int computing);

/* The range is computed: an accelerator's work is done, not only under way. Moves outputs, and stores whether the
 * member has to go round again. If not, the pass is over for all members when this returns; an error of the pass is
 * returned to one of them. */
int hetrt_manual_more(hetrt_manual_member *member, int *more);

/* ---- One thread asks for both kinds -------------------------------------------------------------------------------
 */
/*
 * All cores together are one device, and one accelerator is the other. One thread asks for the ranges of both, round by
 * round; the data of the accelerator is placed by hand.
 */
typedef struct hetrt_split hetrt_split;

enum hetrt_split_side { HETRT_SPLIT_CORES = 0, HETRT_SPLIT_ACCELERATOR = 1 };

/* Takes the first accelerator that is free, and keeps it until hetrt_split_destroy(). */
int hetrt_split_create(const hetrt_manual_options *options, hetrt_split **split);
void hetrt_split_destroy(hetrt_split *split);
int hetrt_split_has_accelerator(const hetrt_split *split);

/* The ranges of round number `round`, counted from 0 in each pass; round 0 begins a pass. Both sides have ended their
 * ranges of the round before. `*rounds` receives how many rounds the pass has as far as is known: at least round + 1.
 */
int hetrt_split_next(hetrt_split *split, hetrt_uint64 trip_count, hetrt_uint64 round, hetrt_range ranges[2],
                     hetrt_uint64 *rounds);

/* A side begins or ends its range. One thread per side; the two sides at once are fine. */
void hetrt_split_begin(hetrt_split *split, int side);
void hetrt_split_end(hetrt_split *split, int side);

/* Memory of the accelerator, and copies of `bytes` bytes that are complete on return. One thread at a time. */
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
