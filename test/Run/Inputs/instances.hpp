// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates whose instances use different variables; the two units that include them have different instances.
#include "checksum.h"

struct Row {
  int Values[40];
};
extern Row row;
extern signed char small;
int scaled(int value);

template <bool Wide> inline __attribute__((always_inline)) void add(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    if (Wide)
      y[i] += row.Values[i % 40];
    else
      y[i] += small;
  }
}

template <bool Wide> inline __attribute__((always_inline)) void choose(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    if constexpr (Wide)
      y[i] += row.Values[i % 40];
    else
      y[i] += small;
  }
}

// A unit with directives before this header gives these loops other numbers.
inline __attribute__((always_inline)) void twoLoops(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += 3;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] *= 5;
}

// Only the unit that defines scaled() can run this loop on a device.
inline __attribute__((always_inline)) void scale(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = scaled(y[i]);
}
