/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * check.h: what libhetcheck.a, which only programs of `hetcc --hetcc-check` are linked with, tells the runtime.
 * Generated code and users' programs call none of it.
 */
#ifndef HETRT_CHECK_H
#define HETRT_CHECK_H

#include "hetrt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What the calling thread does. */
enum hetrt_check_state {
  HETRT_CHECK_NOTHING = 0,   /* accesses matter only where hetrt_check_kept says so */
  HETRT_CHECK_PASS = 1,      /* it is between hetrt_begin() and hetrt_end(): what it allocates is its own */
  HETRT_CHECK_ITERATION = 2  /* it computes iterations: accesses matter */
};
extern __thread int hetrt_check_state __attribute__((tls_model("initial-exec")));

/* Not 0: devices keep copies of some arrays, so what the host touches matters too. */
extern int hetrt_check_kept;

enum hetrt_check_access_flag { HETRT_CHECK_WRITES = 1u, HETRT_CHECK_ATOMIC = 2u };

/* The program is one of --hetcc-check. Called before main(), any number of times. */
void hetrt_check_program(void);

/* The calling thread touches memory; `code` is the return address of the instruction. Any thread may call it. */
void hetrt_check_access(const volatile void *first, hetrt_uint64 bytes, hetrt_uint32 flags, const void *code);

/* It enters or leaves code that one thread at a time runs. */
void hetrt_check_lock(const void *which);
void hetrt_check_unlock(const void *which);

/* It has come through a barrier of its team. */
void hetrt_check_barrier(void);

/* It has begun a team, and runs in it as its first thread, until it says null: its own variables lie below. Returns
 * what it said before. */
const void *hetrt_check_team(const void *frame);

/* Not 0 until the program is a forked child. */
int hetrt_check_is_active(void);

/* A thread begins a loop of OpenMP's that deals out iterations, `trips` of them, from `first` on in steps of `step`, in
 * a team of this level; `code` is where it stands. It gets all of them by hetrt_check_loop_next(), the last one last,
 * until that returns 0. */
void hetrt_check_loop(int level, hetrt_int64 first, hetrt_uint64 trips, hetrt_int64 step, const void *code);
int hetrt_check_in_loop(int level); /* whether it is in such a loop, and in no other one inside */
int hetrt_check_loop_next(hetrt_int64 *value, hetrt_int64 *step);

/* It has allocated memory, in HETRT_CHECK_PASS or HETRT_CHECK_ITERATION. */
void hetrt_check_allocated(const void *first, hetrt_uint64 bytes);

/* The program's heap has a block of so many bytes, or has it no more: then this returns how many bytes it had, 0 if
 * that is not known. Any thread, also before main(). */
void hetrt_check_block(const void *first, hetrt_uint64 bytes);

/* The block was allocated by a thread of a team, at this place: the call path that led there from the beginning of the
 * team. `alone`: the team has no other thread. */
void hetrt_check_team_block(const void *first, hetrt_uint64 team, hetrt_uint64 place, int alone);
void hetrt_check_team_ended(hetrt_uint64 team);

hetrt_uint64 hetrt_check_freed(const void *first);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
