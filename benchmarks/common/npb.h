// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * The random numbers of the NAS Parallel Benchmarks (Bailey et al., RNR-94-007): x' = 5^13 x mod 2^46, as x' 2^-46.
 */
#ifndef NPB_H
#define NPB_H

#include <stdint.h>

/* A product modulo 2^64 has the right low 46 bits. */
static inline uint64_t npbProduct(uint64_t a, uint64_t b) { return a * b & ((UINT64_C(1) << 46) - 1); }

static inline double npbRandom(uint64_t *state) {
  *state = npbProduct(*state, 1220703125u);
  return (double)*state * 0x1p-46;
}

/* The state `count` numbers further on. */
static inline uint64_t npbSkip(uint64_t state, uint64_t count) {
  for (uint64_t factor = 1220703125u; count; count /= 2) {
    if (count % 2)
      state = npbProduct(state, factor);
    factor = npbProduct(factor, factor);
  }
  return state;
}

#endif
