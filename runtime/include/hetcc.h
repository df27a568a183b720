/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetcc.h: one source for hetcc and for every other compiler.
 *
 * Other compilers refuse clauses they do not know on OpenMP directives. Put ours inside HETCC(...):
 *
 *     #pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]))
 *     for (int i = 0; i < n; i++)
 *       y[i] += a * x[i];
 *
 * hetcc sees the clauses; gcc, clang and others see a plain `parallel for`, and a compiler without OpenMP sees a
 * serial loop. A directive that is ours as a whole, such as `#pragma omp depersist(x)`, goes inside
 * `#ifdef __HETCC__`.
 */
#ifndef HETCC_H
#define HETCC_H

/* An empty variadic argument list is no news to users who ask for an older standard with -Wpedantic. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __HETCC__
#define HETCC(...) __VA_ARGS__
#else
#define HETCC(...)
#endif

#endif
