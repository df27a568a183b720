// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * The observations that CORR and COVAR start from: `rows` of them (an even number), of `columns` quantities each, small
 * integers. Row rows - 1 - i mirrors row i about an integer in each column: so the means are integers, and sums of
 * products of the centred values are exact.
 */
#ifndef OBSERVATIONS_H
#define OBSERVATIONS_H

#include "exact.h"

static inline float *observations(int rows, int columns) {
  float *data = benchFloats(benchElements(rows, columns));
  uint64_t seed = 1;
  for (int j = 0; j < columns; j++) {
    int middle = (int)(8 * benchUniform(&seed)) + 1;
    for (int i = 0; i < rows / 2; i++) {
      /* a quantity that has something to do with the one before it */
      int shift = (int)(5 * benchUniform(&seed)) - 2;
      if (j && benchUniform(&seed) < 0.5)
        shift = (int)(data[i * columns + j - 1] - data[(rows - 1 - i) * columns + j - 1]) / 2;
      data[i * columns + j] = (float)(middle + shift);
      data[(rows - 1 - i) * columns + j] = (float)(middle - shift);
    }
  }
  return data;
}

/* n sum x y - sum x sum y over the n rows: n^2 times the covariance of columns j and k, from the raw data. */
static inline double observedProduct(int rows, int columns, const float *data, int j, int k) {
  long xy = 0, x = 0, y = 0;
  for (int i = 0; i < rows; i++) {
    long left = (long)data[(size_t)i * columns + j], right = (long)data[(size_t)i * columns + k];
    xy += left * right;
    x += left;
    y += right;
  }
  return (double)(rows * xy - x * y);
}

/* The option `n`, an even number of observations. */
static inline int observationCount(struct BenchOption *options) {
  int rows = benchInteger(options, "n", 2);
  if (rows % 2)
    benchFail("--n is an even number, not", benchText(options, "n"));
  return rows;
}

#endif
