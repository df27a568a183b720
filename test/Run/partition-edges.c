// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shares without iterations whose bounds are at the limits of the type, and iterators declared outside of their loops:
// each thread has its own iterator, and a loop leaves the serial value in it, wherever it runs.
// RUN: %hetcc -O0 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: env HETRT_EMULATED="speed=0.0001;speed=1" HETRT_DEVICES=emulated:2 %t > %t.out
// RUN: %t.serial | diff %t.out -

#include "Inputs/checksum.h"
#include <limits.h>

enum { N = 300 };
static unsigned a[N], b[N];

static void up(unsigned n, unsigned *x) {
  unsigned start = 0, end = n;
#pragma omp parallel devices(any) partition(adaptive : i = start; i <= end; i++) map(tofrom : x[0 : n + 1, i])
  for (unsigned i = start; i <= end; i++)
    x[i] = x[i] * 3 + i;
}

static void down(unsigned char n, unsigned *x) {
  unsigned char start = n, end = UCHAR_MAX - 4, low = 3;
#pragma omp parallel devices(any) partition(adaptive : i = start; i >= low; i--) map(tofrom : x[0 : n + 1, i])
  for (unsigned char i = start; i >= low; i--)
    x[i] = x[i] * 5 + i;
#pragma omp parallel devices(any) partition(static : i = end; i < start; i++) map(tofrom : x[0 : 256, i])
  for (unsigned char i = end; i < start; i++)
    x[i] = x[i] * 7 + i;
}

static long iterators(int n, unsigned *x) {
  int start = 0, end = n, i;
  long wrong = 0;
#pragma omp parallel devices(any) partition(adaptive : k = start; k < end; k++) map(tofrom : x[0:n, k]) reduction(+ : wrong)
  for (int sweep = 0; sweep < 5; sweep++) {
    int j;
    for (i = start; i < end; i++)
      x[i] = x[i] * 9 + (unsigned)i;
    wrong += i != end;
    for (j = start; j < end; j++)
      x[j]++;
    wrong += j != end;
  }
  return wrong;
}

int main(void) {
  for (unsigned i = 0; i < N; i++)
    a[i] = i, b[i] = 2 * i;
  for (unsigned n = 0; n < N; n += n < 8 ? 1 : 97)
    up(n, a);
  down(UCHAR_MAX, b);
  down(5, b);
  long wrong = iterators(N, a) + iterators(1, b);
  printChecksum("a", a, sizeof a);
  printChecksum("b", b, sizeof b);
  printChecksum("wrong", &wrong, sizeof wrong);
  return wrong != 0;
}
