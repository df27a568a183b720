/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libhetcheck.a: what compilers call for each access to memory under -fsanitize=thread, for programs of
 * `hetcc --hetcc-check`. In place of the sanitizer's own runtime, each call goes to the checker in libhetrt. Stands in
 * the program itself, so that calls by which threads wait for each other, and those that allocate, come by here too.
 */
#define _GNU_SOURCE
#include "hetrt/check.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

#define CODE __builtin_return_address(0)

static inline __attribute__((always_inline)) void note(const volatile void *first, size_t bytes, unsigned flags,
                                                       const void *code) {
  if (hetrt_check_state == HETRT_CHECK_ITERATION || hetrt_check_kept)
    hetrt_check_access(first, bytes, flags, code);
}

/* ---- Accesses ------------------------------------------------------------------------------------------------ */

void __tsan_init(void) { hetrt_check_program(); }
void __tsan_func_entry(void *code) { (void)code; }
void __tsan_func_exit(void) {}

#define ACCESSES(BYTES)                                                                                                \
  void __tsan_read##BYTES(void *at) { note(at, BYTES, 0, CODE); }                                                      \
  void __tsan_write##BYTES(void *at) { note(at, BYTES, HETRT_CHECK_WRITES, CODE); }                                    \
  void __tsan_unaligned_read##BYTES(void *at) { note(at, BYTES, 0, CODE); }                                            \
  void __tsan_unaligned_write##BYTES(void *at) { note(at, BYTES, HETRT_CHECK_WRITES, CODE); }                          \
  void __tsan_volatile_read##BYTES(void *at) { note(at, BYTES, 0, CODE); }                                             \
  void __tsan_volatile_write##BYTES(void *at) { note(at, BYTES, HETRT_CHECK_WRITES, CODE); }                           \
  void __tsan_unaligned_volatile_read##BYTES(void *at) { note(at, BYTES, 0, CODE); }                                   \
  void __tsan_unaligned_volatile_write##BYTES(void *at) { note(at, BYTES, HETRT_CHECK_WRITES, CODE); }                 \
  void __tsan_read_write##BYTES(void *at) {                                                                            \
    note(at, BYTES, 0, CODE);                                                                                          \
    note(at, BYTES, HETRT_CHECK_WRITES, CODE);                                                                         \
  }                                                                                                                    \
  void __tsan_unaligned_read_write##BYTES(void *at) {                                                                  \
    note(at, BYTES, 0, CODE);                                                                                          \
    note(at, BYTES, HETRT_CHECK_WRITES, CODE);                                                                         \
  }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *at, size_t bytes) { note(at, bytes, 0, CODE); }
void __tsan_write_range(void *at, size_t bytes) { note(at, bytes, HETRT_CHECK_WRITES, CODE); }
void __tsan_vptr_read(void **at) { note(at, sizeof *at, 0, CODE); }
void __tsan_vptr_update(void **at, void *value) {
  if (*at != value) /* constructors and destructors of one class set it again and again */
    note(at, sizeof *at, HETRT_CHECK_WRITES, CODE);
}

/* ---- Atomic operations, which are done here ------------------------------------------------------------------- */

static void noteAtomic(const volatile void *at, size_t bytes, unsigned flags, const void *code) {
  note(at, bytes, flags | HETRT_CHECK_ATOMIC, code);
}

#define UPDATE(BITS, TYPE, NAME)                                                                                       \
  TYPE __tsan_atomic##BITS##_##NAME(volatile TYPE *at, TYPE value, int order) {                                        \
    (void)order;                                                                                                       \
    noteAtomic(at, sizeof *at, HETRT_CHECK_WRITES, CODE);                                                              \
    return __atomic_##NAME(at, value, __ATOMIC_SEQ_CST);                                                               \
  }
#define ATOMICS(BITS, TYPE)                                                                                            \
  TYPE __tsan_atomic##BITS##_load(const volatile TYPE *at, int order) {                                                \
    (void)order;                                                                                                       \
    noteAtomic(at, sizeof *at, 0, CODE);                                                                               \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                                      \
  }                                                                                                                    \
  void __tsan_atomic##BITS##_store(volatile TYPE *at, TYPE value, int order) {                                         \
    (void)order;                                                                                                       \
    noteAtomic(at, sizeof *at, HETRT_CHECK_WRITES, CODE);                                                              \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                     \
  }                                                                                                                    \
  TYPE __tsan_atomic##BITS##_exchange(volatile TYPE *at, TYPE value, int order) {                                      \
    (void)order;                                                                                                       \
    noteAtomic(at, sizeof *at, HETRT_CHECK_WRITES, CODE);                                                              \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                                    \
  UPDATE(BITS, TYPE, fetch_add)                                                                                        \
  UPDATE(BITS, TYPE, fetch_sub)                                                                                        \
  UPDATE(BITS, TYPE, fetch_and)                                                                                        \
  UPDATE(BITS, TYPE, fetch_or)                                                                                         \
  UPDATE(BITS, TYPE, fetch_xor)                                                                                        \
  UPDATE(BITS, TYPE, fetch_nand)                                                                                       \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile TYPE *at, TYPE *old, TYPE value, int yes, int no) {       \
    (void)yes, (void)no;                                                                                               \
    noteAtomic(at, sizeof *at, HETRT_CHECK_WRITES, CODE);                                                              \
    return __atomic_compare_exchange_n(at, old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                         \
  }                                                                                                                    \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile TYPE *at, TYPE *old, TYPE value, int yes, int no) {         \
    return __tsan_atomic##BITS##_compare_exchange_strong(at, old, value, yes, no);                                     \
  }                                                                                                                    \
  TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *at, TYPE old, TYPE value, int yes, int no) {          \
    (void)yes, (void)no;                                                                                               \
    noteAtomic(at, sizeof *at, HETRT_CHECK_WRITES, CODE);                                                              \
    __atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                               \
    return old;                                                                                                        \
  }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- Functions of the C library, which are not instrumented ----------------------------------------------------- */

/* Linked with -Wl,--wrap, so that only calls of the program's own come by. */
void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);

void *__wrap_memcpy(void *to, const void *from, size_t bytes) {
  note(from, bytes, 0, CODE);
  note(to, bytes, HETRT_CHECK_WRITES, CODE);
  return __real_memcpy(to, from, bytes);
}
void *__wrap_memmove(void *to, const void *from, size_t bytes) {
  note(from, bytes, 0, CODE);
  note(to, bytes, HETRT_CHECK_WRITES, CODE);
  return __real_memmove(to, from, bytes);
}
void *__wrap_memset(void *to, int value, size_t bytes) {
  note(to, bytes, HETRT_CHECK_WRITES, CODE);
  return __real_memset(to, value, bytes);
}
/* Clang's names. */
void *__tsan_memcpy(void *to, const void *from, size_t bytes) __attribute__((alias("__wrap_memcpy")));
void *__tsan_memmove(void *to, const void *from, size_t bytes) __attribute__((alias("__wrap_memmove")));
void *__tsan_memset(void *to, int value, size_t bytes) __attribute__((alias("__wrap_memset")));

/* ---- The heap --------------------------------------------------------------------------------------------------- */

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *first);

/* Waits.c: the team that the thread is of, 0 for none, whether it has no other thread, and where its frames begin. */
__thread uint64_t hetcheck_team;
__thread int hetcheck_alone;
__thread uintptr_t hetcheck_frame;

struct path {
  uint64_t place;
  unsigned length;
};

static _Unwind_Reason_Code follow(struct _Unwind_Context *from, void *into) {
  struct path *to = into;
  if (_Unwind_GetCFA(from) >= hetcheck_frame || to->length++ == 64)
    return _URC_NORMAL_STOP;
  to->place = (to->place ^ _Unwind_GetIP(from)) * 0x9e3779b97f4a7c15u;
  to->place ^= to->place >> 29;
  return _URC_NO_REASON;
}

/* Threads of a team that come to the same place each have memory of their own there. */
static void ofTeam(void *first) {
  const int state = hetrt_check_state;
  hetrt_check_state = HETRT_CHECK_CHECKER; /* unwinding may allocate */
  struct path path = {0, 0};
  _Unwind_Backtrace(follow, &path);
  hetrt_check_team_block(first, hetcheck_team, path.place, hetcheck_alone);
  hetrt_check_state = state;
}

static void *allocated(void *first, size_t bytes) {
  if (!first || hetrt_check_state == HETRT_CHECK_CHECKER)
    return first;
  hetrt_check_block(first, bytes);
  if (hetcheck_team)
    ofTeam(first);
  if (hetrt_check_state) /* a pass allocates memory of its own */
    hetrt_check_allocated(first, bytes);
  return first;
}

/* These stand for the C library's in the whole process, since containers of C++ allocate inside its own library; but
 * not for functions of these names that the program has itself. */
#define REPLACEABLE __attribute__((weak))
REPLACEABLE void *malloc(size_t bytes) { return allocated(__libc_malloc(bytes), bytes); }
REPLACEABLE void *calloc(size_t count, size_t bytes) { return allocated(__libc_calloc(count, bytes), count * bytes); }
REPLACEABLE void free(void *first) {
  if (first)
    hetrt_check_freed(first); /* before another thread gets it */
  __libc_free(first);
}
REPLACEABLE void *realloc(void *old, size_t bytes) {
  const size_t before = old ? hetrt_check_freed(old) : 0;
  void *moved = __libc_realloc(old, bytes);
  if (!moved && before && bytes) /* it stays where it was */
    hetrt_check_block(old, before);
  return allocated(moved, bytes);
}
REPLACEABLE void *reallocarray(void *old, size_t count, size_t bytes) {
  if (bytes && count > SIZE_MAX / bytes) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, count * bytes);
}
REPLACEABLE void *memalign(size_t alignment, size_t bytes) {
  return allocated(__libc_memalign(alignment, bytes), bytes);
}
REPLACEABLE void *aligned_alloc(size_t alignment, size_t bytes) {
  return allocated(__libc_memalign(alignment, bytes), bytes);
}
REPLACEABLE void *valloc(size_t bytes) { return allocated(__libc_memalign(4096, bytes), bytes); }
REPLACEABLE void *pvalloc(size_t bytes) {
  const size_t pages = (bytes + 4095) / 4096 * 4096;
  return allocated(__libc_memalign(4096, pages), pages);
}
REPLACEABLE int posix_memalign(void **into, size_t alignment, size_t bytes) {
  if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment)
    return EINVAL;
  void *got = allocated(__libc_memalign(alignment, bytes), bytes);
  if (!got)
    return ENOMEM;
  *into = got;
  return 0;
}

/* The runtime asks how long arrays are. libhetalloc.so, which else answers, does not see calls of our malloc. */
int hetrt_find_allocation(const void *address, const void **first, size_t *bytes) {
  *bytes = hetrt_check_block_around(address, first);
  return *bytes != 0;
}
