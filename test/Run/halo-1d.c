// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A halo may be wider than one element, and is cut off at the ends of the array. Its width may be an expression that is
// only known at run time.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 4001 };
static int x[N], y[N];

static void window(int width) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N:width]) part_copyout(y[1:N])
  for (int i = 0; i < N; i++) {
    int sum = 0;
    for (int k = -width; k <= width; k++)
      if (i + k >= 0 && i + k < N)
        sum += (k + width + 1) * x[i + k];
    y[i] = sum;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  for (int width = 0; width <= 5; width++) {
    window(width);
    printChecksum("y", y, sizeof y);
  }
}
