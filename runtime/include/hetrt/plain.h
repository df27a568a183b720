/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetcc includes this before a unit whose directives become plain OpenMP. It puts a mark into the object, which tells
 * hetcc, when it links, that the program needs OpenMP although -fopenmp was not given. The mark's name is in the symbol
 * table, which LTO objects have; its text is in the data, for objects without a symbol table.
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
