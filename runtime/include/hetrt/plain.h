/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What hetcc puts before a unit whose directives become plain OpenMP: a mark in the object, by which a later link knows
 * that it needs OpenMP although there was no -fopenmp. The name is in the symbol table, for LTO objects; the text is in
 * the data, for objects without one.
 */
#ifndef HETRT_PLAIN_H
#define HETRT_PLAIN_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif
#ifdef __cplusplus
extern "C" {
#endif
extern const char hetcc_plain_openmp[] __attribute__((weak, visibility("hidden"), used));
const char hetcc_plain_openmp[] = "hetcc_plain_openmp";
#ifdef __cplusplus
}
#endif
#endif
