// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each form of 'schedule' on a loop of a team, with trip counts near multiples of the chunk size.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=4 OMP_SCHEDULE=guided,3 %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1000 };
static int a[N];

static void add(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for schedule(static) hetero(1)
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp for schedule(static, chunk) hetero(1)
    for (int i = 0; i < n; i++)
      a[i] ^= 1;
#pragma omp for schedule(dynamic) hetero(1)
    for (int i = 1; i < n; i++)
      a[i] += 3;
#pragma omp for schedule(nonmonotonic : dynamic, chunk + 1) nowait hetero(1)
    for (int i = 1; i < n; i++)
      a[i] += 5;
#pragma omp barrier
#pragma omp for schedule(guided) hetero(1)
    for (int i = 0; i < n; i += 3)
      a[i] += 7;
#pragma omp for schedule(monotonic : guided, 16) hetero(1)
    for (int i = n - 1; i >= 0; i--)
      a[i] *= 3;
#pragma omp for schedule(runtime) hetero(1)
    for (int i = 0; i < n; i++)
      a[i] += 11;
#pragma omp for simd schedule(simd : static, 8) hetero(1)
    for (int i = 0; i < n; i++)
      a[i] -= 2;
#pragma omp for schedule(auto) hetero(1)
    for (int i = 0; i < n; i++)
      a[i] += i & 1;
  }
}

int main(void) {
  static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 64, 999, N};
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    add(counts[c], (int)c % 4 + 1);
  printChecksum("a", a, sizeof a);
}
