// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The directives of CoreTSAR and OpenACC ('acc region for', 'acc parallel loop') accept hetcc's clauses too. On them,
// `copyin` is a full copy for each device.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1301 };
static int x[N], y[N], table[16];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 16;
  for (int k = 0; k < 16; k++)
    table[k] = k * k;
#pragma acc region for hetero(1, all, adaptive) part_copyin(x[1:N]) part_copyout(y[1:N]) copyin(table[0:16])
  for (int i = 0; i < N; i++)
    y[i] = table[x[i]];
#pragma acc region loop hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] += 3;
#pragma acc parallel loop hetero(1, all, static) part_copy(y[1:N]) part_copyin(x[1:N])
  for (int i = 0; i < N; i++)
    y[i] -= x[i];
#pragma acc kernels loop hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] *= 2;
  printChecksum("y", y, sizeof y);
}
