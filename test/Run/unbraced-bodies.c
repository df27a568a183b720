// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop may be the whole body of an if, a for or a labelled statement, with or without braces. The loop's body may
// be a single statement of any kind.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 997 };
static int x[N], y[N];
static struct pair {
  int first, second;
} pairs[N];

static void run(int odd) {
  if (odd)
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      if (i % 2)
        x[i] += 1;
      else
        x[i] -= 1;
  else
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 3; k++)
        x[i] += k * i;
  for (int pass = 0; pass < 2; pass++)
#pragma omp parallel for hetero(1) part_copy(x[1:N]) part_copy(y[1:N])
    for (int i = 0; i < N; i++)
      switch (x[i] % 3) {
      case 0:
        y[i]++;
        break;
      case 1:
        y[i] += 5;
        // fall through
      default:
        y[i] *= 2;
      }
#pragma omp parallel for hetero(1) part_copy(y[1:N])
  for (int i = 0; i < N; i++) {
    if (y[i] % 7 == 0)
      continue;
    do
      y[i]--;
    while (y[i] % 7 != 0);
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copyout(pairs[1:N])
  for (int i = 0; i < N; i++)
    pairs[i] = (struct pair){x[i], i};
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
#pragma omp simd
    for (int k = 0; k < 3; k++)
      x[i] += k;
}

int main(void) {
  for (int pass = 0; pass < 4; pass++)
    run(pass % 2);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("pairs", pairs, sizeof pairs);
}
