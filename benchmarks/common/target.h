// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * What the programs need in the form that harness/target.py gives them, with `omp target` in place of our clauses: the
 * device is taken before the clock runs, and arrays stay on it until they are let go.
 */
#ifndef TARGET_H
#define TARGET_H

#include "bench.h"
#include <omp.h>

/* -DTARGET_SIMD=simd: an iteration for each lane. Without it, gcc gives each iteration a whole warp. */
#ifndef TARGET_SIMD
#define TARGET_SIMD
#endif

enum { targetMost = 16 };

/* The arrays that are on the device, by their address on the host. */
static struct {
  char *begin;
  size_t bytes;
} targetKept[targetMost];
static int targetCount;

/* Starts the device and loads the kernels; reports whether there is one. */
static inline void targetStart(void) {
  int onHost = 1;
#pragma omp target map(from : onHost)
  onHost = omp_is_initial_device();
  benchMeasure("on_device", !onHost);
}

/* Moves the array to the device, unless it is there; it stays until targetRelease. */
static inline void targetKeep(const void *array, size_t bytes) {
  char *begin = (char *)array;
  for (int i = 0; i < targetCount; i++)
    if (targetKept[i].begin == begin)
      return;
  if (targetCount == targetMost)
    benchFail("no more arrays stay on the device than", "16");
#pragma omp target enter data map(to : begin[0 : bytes])
  targetKept[targetCount].begin = begin;
  targetKept[targetCount++].bytes = bytes;
}

/* Brings the array back and frees the device's copy. */
static inline void targetRelease(const void *array) {
  char *begin = (char *)array;
  for (int i = 0; i < targetCount; i++)
    if (targetKept[i].begin == begin) {
      size_t bytes = targetKept[i].bytes;
      targetKept[i] = targetKept[--targetCount];
#pragma omp target exit data map(from : begin[0 : bytes])
      return;
    }
}

#endif
