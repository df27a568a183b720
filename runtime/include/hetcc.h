/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetcc.h: lets one source be compiled by hetcc and by every other compiler.
 *
 * Other compilers reject clauses that they do not know. Put hetcc's clauses inside HETCC(...):
 *
 *     #pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]))
 *     for (int i = 0; i < n; i++)
 *       y[i] += a * x[i];
 *
 * hetcc sees the clauses; gcc, clang and others see a plain `parallel for`, and a compiler without OpenMP sees a serial
 * loop. A directive that only hetcc knows, such as `#pragma omp depersist(x)`, belongs inside `#ifdef __HETCC__`.
 */
#ifndef HETCC_H
#define HETCC_H

/* Suppresses the -Wpedantic warning of older standards about an empty variadic argument list, which users cannot
   avoid. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __HETCC__
#define HETCC(...) __VA_ARGS__
#else
#define HETCC(...)
#endif

/*
 * Memory that a partition over a block allocates by hand: on the thread's accelerator; or on the host in a thread that
 * stands for a core, outside of blocks, and with other compilers. Sizes and offsets are in bytes. Any thread may call
 * these functions; memory belongs to the thread that allocated it, and to the block in which it did.
 *
 *   omp_target_allocate(size)                          null without enough memory; contents undefined
 *   omp_target_release(memory)                         null is allowed
 *   omp_target_memcpy_to(dst, dst_off, src, src_off, n)    from the host's `src` to `dst`, allocated as above
 *   omp_target_memcpy_from(dst, dst_off, src, src_off, n)  from `src`, allocated as above, to the host's `dst`; both
 *                                                          return 0 on success; else nothing is copied
 */
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#define HETCC_INLINE static __inline__ __attribute__((unused))
#define HETCC_SIZE __SIZE_TYPE__
#else
#include <stdlib.h>
#include <string.h>
#define HETCC_INLINE static inline
#define HETCC_SIZE size_t
#define __builtin_malloc malloc
#define __builtin_free free
#define __builtin_memcpy memcpy
#endif

/* Parameters have a prefix, since the program may have macros with plain names. */
#ifdef __HETCC__
void *hetrt_target_allocate(__UINT64_TYPE__);
void hetrt_target_release(void *);
int hetrt_target_memcpy(void *, __UINT64_TYPE__, const void *, __UINT64_TYPE__, __UINT64_TYPE__, int);

HETCC_INLINE void *omp_target_allocate(HETCC_SIZE hetcc_size) { return hetrt_target_allocate(hetcc_size); }
HETCC_INLINE void omp_target_release(void *hetcc_memory) { hetrt_target_release(hetcc_memory); }
HETCC_INLINE int omp_target_memcpy_to(void *hetcc_dst, HETCC_SIZE hetcc_dst_off, const void *hetcc_src,
                                      HETCC_SIZE hetcc_src_off, HETCC_SIZE hetcc_n) {
  return hetrt_target_memcpy(hetcc_dst, hetcc_dst_off, hetcc_src, hetcc_src_off, hetcc_n, 1);
}
HETCC_INLINE int omp_target_memcpy_from(void *hetcc_dst, HETCC_SIZE hetcc_dst_off, const void *hetcc_src,
                                        HETCC_SIZE hetcc_src_off, HETCC_SIZE hetcc_n) {
  return hetrt_target_memcpy(hetcc_dst, hetcc_dst_off, hetcc_src, hetcc_src_off, hetcc_n, 0);
}
#else
HETCC_INLINE void *omp_target_allocate(HETCC_SIZE hetcc_size) { return __builtin_malloc(hetcc_size ? hetcc_size : 1); }
HETCC_INLINE void omp_target_release(void *hetcc_memory) { __builtin_free(hetcc_memory); }
HETCC_INLINE int omp_target_memcpy_to(void *hetcc_dst, HETCC_SIZE hetcc_dst_off, const void *hetcc_src,
                                      HETCC_SIZE hetcc_src_off, HETCC_SIZE hetcc_n) {
  const HETCC_SIZE hetcc_most = ~(HETCC_SIZE)0 / 2;
  if (!hetcc_dst || !hetcc_src || hetcc_n > hetcc_most || hetcc_dst_off > hetcc_most - hetcc_n ||
      hetcc_src_off > hetcc_most - hetcc_n)
    return hetcc_n != 0;
  __builtin_memcpy((char *)hetcc_dst + hetcc_dst_off, (const char *)hetcc_src + hetcc_src_off, hetcc_n);
  return 0;
}
HETCC_INLINE int omp_target_memcpy_from(void *hetcc_dst, HETCC_SIZE hetcc_dst_off, const void *hetcc_src,
                                        HETCC_SIZE hetcc_src_off, HETCC_SIZE hetcc_n) {
  return omp_target_memcpy_to(hetcc_dst, hetcc_dst_off, hetcc_src, hetcc_src_off, hetcc_n);
}
#endif
#undef HETCC_INLINE
#undef HETCC_SIZE
#if !defined(__GNUC__)
#undef __builtin_malloc
#undef __builtin_free
#undef __builtin_memcpy
#endif
#ifdef __cplusplus
}
#endif

#endif
