// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies stay on the devices of places, while other places run: another place fetches values that one place keeps, and
// blocks and loops of the host cause them to be written back.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=2 --setting HETRT_WRITE=back --schedules static,gpu %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --setting HETRT_WRITE=back --schedules static,gpu --devices "cpu:2,emulated:3" %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --setting HETRT_WRITE=check --schedules static --devices "cpu:2,emulated:3" %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 600 };

int main(void) {
  int *x = malloc(sizeof(int) * N), *y = malloc(sizeof(int) * N), *z = malloc(sizeof(int) * N);
  for (int i = 0; i < N; i++)
    x[i] = i % 19, y[i] = i, z[i] = 1;
  for (int pass = 0; pass < 30; pass++) {
    int start = pass % 3, end = N - pass;
#pragma omp parallel proc_bind(spread) partition(static : i = start; i < end; i++) map(tofrom : x[0:N, i], y[0:N, i])   \
    map(tofrom : z[0:N, i])
    {
      // Each place has some of these arrays on its devices, and shares change from pass to pass.
#pragma omp parallel for hetero(1, all, static) part_copy(y[1:N]) part_copyin(x[1:N]) persist(x, y)
      for (int i = start; i < end; i++)
        y[i] += x[i] * pass;
      if (pass % 4 == 1) { // a block inside of the place's block
#pragma omp parallel partition(static : k = start; k < end; k++) map(tofrom : z[0:N, k])
        for (int k = start; k < end; k++)
          z[k] += k;
      }
#pragma omp barrier
      // Reads values that neighbours computed.
#pragma omp parallel for hetero(1, all, static) part_copyin(y[1:N:1]) part_copy(z[1:N]) persist(y)
      for (int i = start > 0 ? start : 1; i < (end < N ? end : N - 1); i++)
        z[i] += y[i - 1] ^ y[i + 1];
    }
    if (pass % 7 == 3) {
#pragma omp parallel for hetero(1, all, static) part_copy(y[1:N]) persist(y)
      for (int i = 0; i < N; i++)
        y[i] ^= i;
    }
  }
#pragma omp depersist(x, y)
  printChecksum("x", x, sizeof(int) * N);
  printChecksum("y", y, sizeof(int) * N);
  printChecksum("z", z, sizeof(int) * N);
  free(x), free(y), free(z);
  return 0;
}
