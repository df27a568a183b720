// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Persistent arrays stay on the devices between passes, even if their pointers are swapped. `depersist` writes them
// back to the host.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

int main(void) {
  enum { N = 2999 };
  int *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  for (int i = 0; i < N; i++)
    u[i] = v[i] = i % 37;
  for (int pass = 0; pass < 8; pass++) {
#pragma omp parallel for hetero(1) part_copyin(u[1:N:1]) part_copy(v[1:N]) persist(u, v)
    for (int i = 1; i < N - 1; i++)
      v[i] = (u[i - 1] + 2 * u[i] + u[i + 1]) % 1000;
    int *w = u;
    u = v;
    v = w;
  }
#pragma omp depersist(u, v)
  printChecksum("u", u, N * sizeof *u);
  printChecksum("v", v, N * sizeof *v);

  // After `depersist`, the host may write the array again.
  for (int i = 0; i < N; i++)
    u[i] += 1;
#pragma acc region for hetero(1) part_copy(u[1:N]) persist(u)
  for (int i = 0; i < N; i++)
    u[i] *= 2;
#pragma acc depersist(u)
  printChecksum("u", u, N * sizeof *u);
  free(u);
  free(v);
}
