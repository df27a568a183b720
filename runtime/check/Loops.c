/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * By -Wl,--wrap, loops of libgomp that deal out iterations (`schedule(dynamic)`) come by here: one thread gets them
 * all, one after another, in an order of the checker's. The loop itself is begun and ended in libgomp as usual. A file
 * of its own, as Waits.c.
 */
#include "hetrt/check.h"

#include <stdbool.h>

#define CODE __builtin_return_address(0)

typedef unsigned long long ull;

int omp_get_level(void);
int omp_get_thread_num(void);

/* How many values there are from `first` on before `last` is reached. */
static hetrt_uint64 trips(long first, long last, long step) {
  const hetrt_uint64 way =
      step > 0 ? (hetrt_uint64)last - (hetrt_uint64)first : (hetrt_uint64)first - (hetrt_uint64)last;
  const hetrt_uint64 stride = step > 0 ? (hetrt_uint64)step : -(hetrt_uint64)step;
  return (step > 0 ? first < last : first > last) ? (way - 1) / stride + 1 : 0;
}

static hetrt_uint64 tripsOfUll(bool up, ull first, ull last, ull step) {
  if (up)
    return first < last ? (last - first - 1) / step + 1 : 0;
  return first > last ? (first - last - 1) / -step + 1 : 0;
}

static bool next(long *begin, long *end) {
  hetrt_int64 value, step;
  if (!hetrt_check_loop_next(&value, &step))
    return false;
  *begin = value;
  *end = (long)((hetrt_uint64)value + (hetrt_uint64)step);
  return true;
}

/* Waits.c: the thread is the first of a team that `if` or `num_threads` do not make one of one thread. */
extern __thread int hetcheck_shares;

/* The same in all threads of a team. */
static bool isChecked(void) { return hetrt_check_is_active() && (hetcheck_shares || omp_get_thread_num() != 0); }

void __real_GOMP_parallel_loop_nonmonotonic_dynamic(void (*body)(void *), void *data, unsigned threads, long first,
                                                    long last, long step, long chunk, unsigned flags);
void __wrap_GOMP_parallel_loop_nonmonotonic_dynamic(void (*body)(void *), void *data, unsigned threads, long first,
                                                    long last, long step, long chunk, unsigned flags) {
  const void *before = hetrt_check_team(__builtin_dwarf_cfa());
  if (threads != 1 && hetrt_check_is_active()) {
    hetrt_check_loop(omp_get_level() + 1, first, trips(first, last, step), step, CODE);
    threads = 1;
  }
  __real_GOMP_parallel_loop_nonmonotonic_dynamic(body, data, threads, first, last, step, chunk, flags);
  hetrt_check_team(before);
}

bool __real_GOMP_loop_nonmonotonic_dynamic_next(long *begin, long *end);
bool __wrap_GOMP_loop_nonmonotonic_dynamic_next(long *begin, long *end) {
  return hetrt_check_in_loop(omp_get_level()) ? next(begin, end)
                                              : __real_GOMP_loop_nonmonotonic_dynamic_next(begin, end);
}

bool __real_GOMP_loop_ull_nonmonotonic_dynamic_next(ull *begin, ull *end);
bool __wrap_GOMP_loop_ull_nonmonotonic_dynamic_next(ull *begin, ull *end) {
  return hetrt_check_in_loop(omp_get_level()) ? next((long *)begin, (long *)end)
                                              : __real_GOMP_loop_ull_nonmonotonic_dynamic_next(begin, end);
}

/* All threads of a team begin the loop in libgomp, which ends it with them; what it deals out there is not used. */
static bool begin(long first, hetrt_uint64 count, long step, const void *code, long *from, long *to) {
  if (omp_get_thread_num() != 0)
    return false;
  hetrt_check_loop(omp_get_level(), first, count, step, code);
  return next(from, to);
}

bool __real_GOMP_loop_nonmonotonic_dynamic_start(long first, long last, long step, long chunk, long *from, long *to);
bool __wrap_GOMP_loop_nonmonotonic_dynamic_start(long first, long last, long step, long chunk, long *from, long *to) {
  const bool any = __real_GOMP_loop_nonmonotonic_dynamic_start(first, last, step, chunk, from, to);
  return isChecked() ? begin(first, trips(first, last, step), step, CODE, from, to) : any;
}

bool __real_GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, ull first, ull last, ull step, ull chunk, ull *from,
                                                     ull *to);
bool __wrap_GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, ull first, ull last, ull step, ull chunk, ull *from,
                                                     ull *to) {
  const bool any = __real_GOMP_loop_ull_nonmonotonic_dynamic_start(up, first, last, step, chunk, from, to);
  if (!isChecked())
    return any;
  return begin((long)first, tripsOfUll(up, first, last, step), (long)step, CODE, (long *)from, (long *)to);
}
