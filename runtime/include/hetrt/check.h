/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * check.h: the functions by which libhetcheck.a reports accesses to the runtime. Only programs of `hetcc --hetcc-check`
 * are linked with that library. Generated code and users' programs call none of these functions.
 */
#ifndef HETRT_CHECK_H
#define HETRT_CHECK_H

#include "hetrt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What the calling thread is doing. */
enum hetrt_check_state {
  HETRT_CHECK_NOTHING = 0,   /* outside of passes: accesses matter only if hetrt_check_kept is not 0 */
  HETRT_CHECK_PASS = 1,      /* between hetrt_begin() and hetrt_end(): memory that it allocates is its own */
  HETRT_CHECK_ITERATION = 2, /* it computes iterations: accesses matter */
  HETRT_CHECK_CHECKER = 3    /* it is in the checker, whose own memory and accesses do not matter */
};
extern __thread int hetrt_check_state __attribute__((tls_model("initial-exec")));

/* Not 0: devices keep copies of some arrays, so accesses by the host matter too. */
extern int hetrt_check_kept;

enum hetrt_check_access_flag { HETRT_CHECK_WRITES = 1u, HETRT_CHECK_ATOMIC = 2u };

/* Tells the runtime that the program was built with --hetcc-check. Called before main(), any number of times. */
void hetrt_check_program(void);

/* The calling thread accesses memory; `code` is the return address of the instrumentation call. Called by any
   thread. */
void hetrt_check_access(const volatile void *first, hetrt_uint64 bytes, hetrt_uint32 flags, const void *code);

/* The calling thread enters or leaves a critical section, which is identified by `which`. */
void hetrt_check_lock(const void *which);
void hetrt_check_unlock(const void *which);

/* The calling thread has passed a barrier of its team. */
void hetrt_check_barrier(void);

/* The calling thread opens a team and is its first thread, until it calls this with null. `frame`: its own variables
 * in the team are at lower addresses. Returns the value of the call before. */
const void *hetrt_check_team(const void *frame);

/* Not 0, except in a forked child. */
int hetrt_check_is_active(void);

/* The calling thread begins a worksharing loop of OpenMP with `trips` iterations, from `first` on in steps of
 * `step`, in a team of this nesting level; `code` is the loop's address. The runtime gives this thread all
 * iterations by hetrt_check_loop_next(), the loop's last one last, until that returns 0. */
void hetrt_check_loop(int level, hetrt_int64 first, hetrt_uint64 trips, hetrt_int64 step, const void *code);
int hetrt_check_in_loop(int level); /* whether the thread is in a loop that was begun by hetrt_check_loop() at this
                                       level, and in no other loop inside of it */
int hetrt_check_loop_next(hetrt_int64 *value, hetrt_int64 *step);

/* The calling thread has allocated memory, in state HETRT_CHECK_PASS or HETRT_CHECK_ITERATION. */
void hetrt_check_allocated(const void *first, hetrt_uint64 bytes);

/* hetrt_check_block(): the program's heap has a new block of `bytes` bytes. hetrt_check_freed(): the block was
 * freed; returns its size, 0 if that is not known. Called by any thread, also before main(). */
void hetrt_check_block(const void *first, hetrt_uint64 bytes);

/* The block was allocated by a thread of a team. `place` identifies the call path from the beginning of the team to
 * the allocation. `alone`: the team has no other thread. */
void hetrt_check_team_block(const void *first, hetrt_uint64 team, hetrt_uint64 place, int alone);
void hetrt_check_team_ended(hetrt_uint64 team);

hetrt_uint64 hetrt_check_freed(const void *first);

/* The block that contains an address: returns its length in bytes and stores its first byte; 0 if there is none. */
hetrt_uint64 hetrt_check_block_around(const void *address, const void **first);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
