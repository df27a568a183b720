/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * By -Wl,--wrap, calls of libgomp by which the threads of a program wait for each other come by here. A file of its
 * own, since programs with another OpenMP library have none of them.
 */
#include "hetrt/check.h"

/* See Loops.c. */
__thread int hetcheck_shares;

/* Callbacks.c: the team of the thread. */
extern __thread hetrt_uint64 hetcheck_team;
extern __thread int hetcheck_alone;
extern __thread __UINTPTR_TYPE__ hetcheck_frame;

int omp_get_num_threads(void);

struct team {
  void (*body)(void *);
  void *data;
  hetrt_uint64 number;
};

/* In each thread of a team. */
static void member(void *of) {
  const struct team *team = of;
  const hetrt_uint64 before = hetcheck_team;
  const int alone = hetcheck_alone;
  const __UINTPTR_TYPE__ frame = hetcheck_frame;
  hetcheck_alone = omp_get_num_threads() == 1;
  hetcheck_frame = (__UINTPTR_TYPE__)__builtin_dwarf_cfa();
  hetcheck_team = team->number;
  team->body(team->data);
  hetcheck_team = before;
  hetcheck_alone = alone;
  hetcheck_frame = frame;
}

void __real_GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
void __wrap_GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  const void *before = hetrt_check_team(__builtin_dwarf_cfa());
  const int shared = hetcheck_shares;
  hetcheck_shares = threads != 1;
  static hetrt_uint64 teams;
  struct team team = {body, data, __atomic_add_fetch(&teams, 1, __ATOMIC_RELAXED)};
  __real_GOMP_parallel(member, &team, threads, flags);
  hetrt_check_team_ended(team.number);
  hetcheck_shares = shared;
  hetrt_check_team(before);
}

#define LOCK(NAME, PARAMETERS, ARGUMENTS, WHICH)                                                                       \
  void __real_##NAME PARAMETERS;                                                                                       \
  void __wrap_##NAME PARAMETERS {                                                                                      \
    __real_##NAME ARGUMENTS;                                                                                           \
    hetrt_check_lock(WHICH);                                                                                           \
  }
#define UNLOCK(NAME, PARAMETERS, ARGUMENTS, WHICH)                                                                     \
  void __real_##NAME PARAMETERS;                                                                                       \
  void __wrap_##NAME PARAMETERS {                                                                                      \
    hetrt_check_unlock(WHICH);                                                                                         \
    __real_##NAME ARGUMENTS;                                                                                           \
  }
#define BARRIER(NAME, TYPE)                                                                                            \
  TYPE __real_##NAME(void);                                                                                            \
  TYPE __wrap_##NAME(void) {                                                                                           \
    hetrt_check_barrier();                                                                                             \
    return __real_##NAME();                                                                                            \
  }

static const char Critical[64], Atomic[64];
LOCK(GOMP_critical_start, (void), (), Critical)
UNLOCK(GOMP_critical_end, (void), (), Critical)
LOCK(GOMP_critical_name_start, (void **name), (name), name)
UNLOCK(GOMP_critical_name_end, (void **name), (name), name)
LOCK(GOMP_atomic_start, (void), (), Atomic)
UNLOCK(GOMP_atomic_end, (void), (), Atomic)
LOCK(omp_set_lock, (void *lock), (lock), lock)
UNLOCK(omp_unset_lock, (void *lock), (lock), lock)
LOCK(omp_set_nest_lock, (void *lock), (lock), lock)
UNLOCK(omp_unset_nest_lock, (void *lock), (lock), lock)
BARRIER(GOMP_barrier, void)
BARRIER(GOMP_loop_end, void)
BARRIER(GOMP_sections_end, void)

