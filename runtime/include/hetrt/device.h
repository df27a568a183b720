/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations that kernels for NVIDIA GPUs need in addition to the user's own text. hetcc includes this file after
 * that text, in a copy of the unit, so all names have a prefix that the program's macros do not use. If kernels need
 * more, hetcc defines before it: HETRT_DEVICE_COMPLEX, _PRINTF, _ABORT, _ASSERT and _LANES.
 */
#ifndef HETRT_DEVICE_H
#define HETRT_DEVICE_H

typedef __UINT64_TYPE__ hetrt_uint64;
typedef __INT64_TYPE__ hetrt_int64;

#ifdef HETRT_DEVICE_COMPLEX
/* Declares the functions that multiply and divide C's complex numbers. Clang's <complex.h> declares them for
   devices, but a unit that does not include it needs them too. */
#define __OPENMP_NVPTX__
#include <__clang_cuda_complex_builtins.h>
#undef __OPENMP_NVPTX__
#endif

#pragma omp begin declare target device_type(nohost)

/* libdevice's square root of a float is an approximation unless a pass of NVIDIA's compiler changes it, and clang
   has no such pass. A definition here takes precedence over libdevice's. */
#ifndef __FAST_MATH__
#ifdef __cplusplus
extern "C" inline
#endif
    float
    __nv_sqrtf(float hetrt_x) {
  return __nvvm_sqrt_rn_f(hetrt_x);
}
#endif

/* GPU versions of functions of the C library: abort() and a failed assert() stop the kernel with a fault, whose
   place the runtime reports. They have other names here, since the C library's headers declare them with other
   attributes. */
#ifdef __cplusplus
extern "C" {
#endif
#if defined(HETRT_DEVICE_PRINTF) || defined(HETRT_DEVICE_ASSERT)
int hetrt_library_vprintf(const char *, void *) __asm__("vprintf");
#endif
#ifdef HETRT_DEVICE_PRINTF /* clang turns calls of printf() into calls of this */
int __llvm_omp_vprintf(const char *hetrt_format, void *hetrt_values, unsigned hetrt_size) {
  (void)hetrt_size;
  return hetrt_library_vprintf(hetrt_format, hetrt_values);
}
#endif
#ifdef HETRT_DEVICE_ABORT
void hetrt_library_abort(void) __asm__("abort");
void hetrt_library_abort(void) { __builtin_trap(); }
#endif
#ifdef HETRT_DEVICE_ASSERT
void hetrt_library_assert(const char *, const char *, unsigned, const char *) __asm__("__assert_fail");
void hetrt_library_assert(const char *hetrt_text, const char *hetrt_file, unsigned hetrt_line,
                          const char *hetrt_function) {
  struct {
    const char *hetrt_0;
    unsigned hetrt_1;
    const char *hetrt_2, *hetrt_3;
  } hetrt_values = {hetrt_file, hetrt_line, hetrt_function, hetrt_text};
  hetrt_library_vprintf("%s:%u: %s: Assertion `%s' failed.\n", &hetrt_values);
  __builtin_trap();
}
#endif
#ifdef __cplusplus
}
#endif

#include "parts.h"
#include "rows.h"

#ifdef HETRT_DEVICE_LANES
/* For lanes that share an iteration: a barrier (hetrt_meet), and ways to pass values of up to eight bytes between
   lanes. */
static __attribute__((__address_space__(3), __loader_uninitialized__)) hetrt_uint64 hetrt_exchange[32];
static __inline __attribute__((__always_inline__)) void hetrt_meet(unsigned hetrt_lanes, unsigned hetrt_mask) {
  if (hetrt_lanes > 32)
    __syncthreads();
  else if (hetrt_lanes > 1)
    __nvvm_bar_warp_sync(hetrt_mask);
}
/* The threads of a block copy the elements of a stream to shared memory, in units as large as the addresses'
   alignment allows. Elements are aligned to `hetrt_alignment` at least. */
typedef unsigned hetrt_four __attribute__((vector_size(16), may_alias));
typedef unsigned hetrt_word __attribute__((may_alias));
static __inline __attribute__((__always_inline__)) void
hetrt_bring(__attribute__((__address_space__(3))) char *hetrt_to, const char *hetrt_from, unsigned hetrt_bytes,
            unsigned hetrt_alignment, unsigned hetrt_thread, unsigned hetrt_threads) {
  unsigned hetrt_done = 0, hetrt_e;
  if (((hetrt_uint64)hetrt_from & 15) == 0) {
    for (hetrt_e = hetrt_thread; hetrt_e < hetrt_bytes / 16; hetrt_e += hetrt_threads)
      ((__attribute__((__address_space__(3))) hetrt_four *)hetrt_to)[hetrt_e] =
          ((const hetrt_four *)hetrt_from)[hetrt_e];
    hetrt_done = hetrt_bytes & ~15u;
  }
  if (hetrt_done < hetrt_bytes && hetrt_alignment >= 4) {
    for (hetrt_e = hetrt_done / 4 + hetrt_thread; hetrt_e < hetrt_bytes / 4; hetrt_e += hetrt_threads)
      ((__attribute__((__address_space__(3))) hetrt_word *)hetrt_to)[hetrt_e] =
          ((const hetrt_word *)hetrt_from)[hetrt_e];
    hetrt_done = hetrt_bytes;
  }
  for (hetrt_e = hetrt_done + hetrt_thread; hetrt_e < hetrt_bytes; hetrt_e += hetrt_threads)
    hetrt_to[hetrt_e] = hetrt_from[hetrt_e];
}
static __inline __attribute__((__always_inline__)) hetrt_uint64 hetrt_across(unsigned hetrt_mask,
                                                                             hetrt_uint64 hetrt_bits, int hetrt_size,
                                                                             int hetrt_far) {
  const unsigned hetrt_low = (unsigned)__nvvm_shfl_sync_bfly_i32(hetrt_mask, (int)hetrt_bits, hetrt_far, 31);
  const unsigned hetrt_high =
      hetrt_size > 4 ? (unsigned)__nvvm_shfl_sync_bfly_i32(hetrt_mask, (int)(hetrt_bits >> 32), hetrt_far, 31) : 0;
  return (hetrt_uint64)hetrt_high << 32 | hetrt_low;
}
static __inline __attribute__((__always_inline__)) hetrt_uint64 hetrt_from_lane(unsigned hetrt_mask,
                                                                                hetrt_uint64 hetrt_bits, int hetrt_size,
                                                                                int hetrt_from) {
  const unsigned hetrt_low = (unsigned)__nvvm_shfl_sync_idx_i32(hetrt_mask, (int)hetrt_bits, hetrt_from, 31);
  const unsigned hetrt_high =
      hetrt_size > 4 ? (unsigned)__nvvm_shfl_sync_idx_i32(hetrt_mask, (int)(hetrt_bits >> 32), hetrt_from, 31) : 0;
  return (hetrt_uint64)hetrt_high << 32 | hetrt_low;
}
#endif

#pragma omp end declare target

#endif
