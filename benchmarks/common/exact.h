// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Linear algebra that is checked for equality. Where all inputs are small integers, and factors powers of two, single
 * precision holds every intermediate value exactly, on any device and in any order of summation; so does double
 * precision, in which the checks compute the same by another way.
 */
#ifndef EXACT_H
#define EXACT_H

#include "kernel.h"

/* Integers from -largest to largest. */
static inline float *exactRandom(size_t count, int largest, uint64_t seed) {
  float *array = benchFloats(count);
  for (size_t i = 0; i < count; i++)
    array[i] = (float)((int)((2 * largest + 1) * benchUniform(&seed)) - largest);
  return array;
}

static inline float *exactCopy(const float *array, size_t count) {
  return memcpy(benchFloats(count), array, count * sizeof *array);
}

/* A vector for Freivalds' check: integers from 1 to 16. */
static inline double *exactProbe(int n) {
  double *x = benchDoubles(n);
  uint64_t seed = 4;
  for (int i = 0; i < n; i++)
    x[i] = (int)(16 * benchUniform(&seed)) + 1;
  return x;
}

/* The vector in double precision. */
static inline double *exactDoubles(int n, const float *x) {
  double *y = benchDoubles(n);
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  return y;
}

/* Matrix times vector, as a new vector. */
static inline double *exactTimes(int rows, int columns, const float *matrix, const double *x) {
  double *y = benchDoubles(rows);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      y[i] += matrix[(size_t)i * columns + j] * x[j];
  return y;
}

/* Transposed matrix times vector, a row of the matrix after the other. */
static inline double *exactTransposedTimes(int rows, int columns, const float *matrix, const double *x) {
  double *y = benchDoubles(columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      y[j] += matrix[(size_t)i * columns + j] * x[i];
  return y;
}

static inline double exactLargest(const float *array, size_t count) {
  double largest = 0;
  for (size_t i = 0; i < count; i++)
    largest = benchWorse(largest, array[i]);
  return largest;
}

/* Ends a program whose values may reach `bound` units, of which single precision counts 2^24. */
static inline void exactDemand(double bound) {
  if (bound > 0x1p24) {
    fprintf(stderr, "error: values may reach %.4g units, but the result is exact up to 2^24 only\n", bound);
    exit(2);
  }
}

/* The same for passes of C = C / 2 + P, where the elements of P and of C are at most n * `most` / 2. */
static inline void exactDemandUpdates(int most, int n, int passes) {
  exactDemand((double)most * n * (passes < 24 ? 1 << passes : 1 << 24));
}

static inline int exactDiffers(int n, const double *found, const double *expected) {
  for (int i = 0; i < n; i++)
    if (found[i] != expected[i])
      return 1;
  return 0;
}

/* Whether C, after some passes of C = beta C + alpha P from `start`, fails C x = beta^p C0 x + alpha (1 + ...) P x. */
static inline int exactUpdateDiffers(int n, int passes, float alpha, float beta, const float *c, const float *start,
                                     const double *x, const double *px) {
  double scale = 1, sum = 0;
  for (int pass = 0; pass < passes; pass++) {
    sum = beta * sum + alpha;
    scale *= beta;
  }
  double *found = exactTimes(n, n, c, x), *expected = exactTimes(n, n, start, x);
  for (int i = 0; i < n; i++)
    expected[i] = scale * expected[i] + sum * px[i];
  return exactDiffers(n, found, expected);
}

#endif
