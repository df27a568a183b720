// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in a header, with an inner parallel loop in each iteration, and functions that read variables of the unit.
#ifndef ROWS_OF_HEADER_H
#define ROWS_OF_HEADER_H

#include "scale-of-header.h"

static inline float weight(int column) { return weights[column % 4] * scaleOf(column); }

inline void normalize(int rows, int columns, const float *in, float *out) {
#pragma omp target teams distribute map(to : in[0 : rows * columns]) map(from : out[0 : rows * columns])
  for (int r = 0; r < rows; r++) {
    float sum = 0, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
    for (int c = 0; c < columns; c++) {
      const float value = in[r * columns + c] * weight(c);
      sum += value;
      most = value > most ? value : most;
    }
#pragma omp parallel for
    for (int c = 0; c < columns; c++)
      out[r * columns + c] = (in[r * columns + c] - sum / columns) / most;
  }
}

#endif
