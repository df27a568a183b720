// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with both a reduction and written windows, for several passes. Each pass prints its sums before the next one
// begins.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 4999 };
static long u[N], v[N];

int main(void) {
  for (int i = 0; i < N; i++)
    u[i] = i % 1001;
  for (int pass = 0; pass < 4; pass++) {
    long residual = 0, peak = 0;
#pragma omp parallel for hetero(1) part_copyin(u[1:N:1]) part_copy(v[1:N]) reduction(+ : residual) reduction(max : peak)
    for (int i = 1; i < N - 1; i++) {
      long change = u[i - 1] - 2 * u[i] + u[i + 1];
      v[i] = u[i] + change / 4;
      residual += change * change;
      peak = change > peak ? change : peak;
    }
    printf("%ld %ld\n", residual, peak);
    for (int i = 0; i < N; i++)
      u[i] = v[i];
  }
  printChecksum("u", u, sizeof u);
}
