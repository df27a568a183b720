// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library's mathematical functions, abs, memcpy and memset exist on each device. Results here are exact, so they
// do not depend on a device's rounding.
// RUN: %hetcc -O2 %s -o %t -lm
// RUN: %serial -O2 %s -o %t.serial -lm
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1013 };
static double x[N];
static float f[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (double)i * i;
    f[i] = (float)(i - 500) / 4;
  }
#pragma omp parallel for hetero(1) part_copy(x[1:N]) part_copy(f[1:N])
  for (int i = 0; i < N; i++) {
    int pair[2], copy[2];
    memset(pair, 0, sizeof pair);
    pair[1] = abs(i - 500);
    memcpy(copy, pair, sizeof copy);
    x[i] = sqrt(x[i]) + fabs(-2.5) + fmax(i, 100) + copy[0] + copy[1];
    f[i] = floorf(f[i]) + ceilf(0.25f * i) + fminf(f[i], 3.0f);
  }
  printChecksum("x", x, sizeof x);
  printChecksum("f", f, sizeof f);
}
