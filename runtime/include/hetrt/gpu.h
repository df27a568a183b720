/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What device code for NVIDIA GPUs needs before the user's own text: hetcc includes this file before the first line of
 * a copy of the unit. If the unit needs more, hetcc defines before it: HETRT_GPU_MODULE and _DIRECTIVES.
 */
#ifndef HETRT_GPU_H
#define HETRT_GPU_H

/* Clang's header with the functions that a GPU has. In C++ it would include <cstdlib>, for malloc, before the user's
   first line. But what libstdc++ and the C library declare may depend on macros that the user's lines define
   (_GLIBCXX_PARALLEL, _GLIBCXX_DEBUG, _GNU_SOURCE). So macros make <cstdlib>, and the header of libstdc++ that
   <cstdlib> includes first, empty here, unless `-include` has included them before. */
#if defined __cplusplus && !defined _GLIBCXX_CXX_CONFIG_H && !defined _LIBCPP_CSTDLIB
#define HETRT_GPU_HIDES_CSTDLIB
extern "C" void *malloc(__SIZE_TYPE__) __attribute__((__nothrow__));
extern "C" void free(void *) __attribute__((__nothrow__));
#define _GLIBCXX_CXX_CONFIG_H
#define _GLIBCXX_CSTDLIB
#define _LIBCPP_CSTDLIB
#endif
#include <__clang_openmp_device_functions.h>
#ifdef HETRT_GPU_HIDES_CSTDLIB
#undef HETRT_GPU_HIDES_CSTDLIB
#undef _GLIBCXX_CXX_CONFIG_H
#undef _GLIBCXX_CSTDLIB
#undef _LIBCPP_CSTDLIB
#endif

/* Makes `export` in a module's interface ordinary code. It is a macro, so line numbers stay the same. */
#ifdef HETRT_GPU_MODULE
#define export extern "C++"
#endif

/* Turns hetcc's directives into OpenMP directives, which clang accepts in the device source. This is needed if a hetcc
   directive comes from a macro, so that it cannot be hidden. */
#ifdef HETRT_GPU_DIRECTIVES
#define acc_region_loop parallel for
#define depersist(...) taskyield
#define bind_partition(...) simd
#define padding_to(...) to(__VA_ARGS__)
#define padding_from(...) to(__VA_ARGS__)
#define padding_update_nearby(...) to(__VA_ARGS__)
#endif

#endif
