// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps may be negative, greater than one, or variables, in each form of the increment. Only the elements of iterations
// are written back: elements in between keep the host's values.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 2003 };
static int a[N];

static void everyNth(int step) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 1; i < N; i += step)
    a[i] = a[i] * 5 + step;
}

static void backwards(long step) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (long i = N - 1; i >= 0; i -= step)
    a[i] = a[i] * 3 + (int)i;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i += 7)
    a[i] = -a[i];
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = N - 1; i >= 0; i -= 3)
    a[i] += 11;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 2; i < N; i = i + 2)
    a[i] ^= 85;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i = 5 + i)
    a[i] += i;
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = N - 1; i > 4; i = i - 4)
    a[i] -= i;
  for (int step = 1; step < 12; step += 5) {
    everyNth(step);
    backwards(step);
  }
  everyNth(5000);
  printChecksum("a", a, sizeof a);
}
