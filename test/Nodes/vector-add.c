// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of an MPI job are devices: sums on 1, 2 and 4 ranks equal those of the serial loop, under either MPI. The
// other ranks run no statement of main, nor anything after main.
// REQUIRES: nodes
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes --schedules static,chunk_dynamic %t.serial %t
#include <stdio.h>

enum { N = 10007 };
static double x[N], y[N], z[N];

__attribute__((destructor)) static void end(void) { printf("gone\n"); }

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = 0.5 * i;
  }
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N], y[1:N]) part_copyout(z[1:N])
    for (int i = 0; i < N; i++)
      z[i] = x[i] + y[i] + pass;
    double sum = 0;
    for (int i = 0; i < N; i++)
      sum += z[i];
    printf("%.1f %.1f\n", sum, z[N - 1]);
  }
  return 0;
}
