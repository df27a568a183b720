// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With late write-back, arrays on devices are divided by rows, by columns and by both in turn, and the program changes
// single columns and rows: what a device holds consists of more boxes than it keeps apart. An accelerator with slow
// copies computes in pieces; the second piece must not lose elements that only other devices have.
// RUN: %hetcc -O1 %s -o %t
// RUN: %serial -O1 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,guided --devices "cpu:1,emulated:2;emulated:3" \
// RUN:   --setting HETRT_WRITE=back --setting "HETRT_EMULATED=;latency=100us" %t.serial %t

#include "Inputs/checksum.h"

enum { N = 67, M = 53 };
static unsigned a[N][M], b[N][M];
static unsigned seed = 44;

static int draw(int below) {
  seed = seed * 1103515245u + 12345u;
  return (int)((seed >> 16) % (unsigned)below);
}

static void rows(int halo) {
#pragma omp parallel for hetero(1) part_copyin(a[1:N:halo][0:M]) part_copy(b[1:N][0:M])
  for (int i = halo; i < N - halo; i++)
    for (int j = 0; j < M; j++)
      b[i][j] += a[i - halo][j] ^ a[i + halo][(j + 1) % M];
}

static void columns(int halo) {
#pragma omp parallel for hetero(1) part_copyin(b[0:N][1:M:halo]) part_copy(a[0:N][1:M])
  for (int j = halo; j < M - halo; j++)
    for (int i = 0; i < N; i++)
      a[i][j] -= b[i][j - halo] & b[N - 1 - i][j + halo];
}

static unsigned both(void) {
  unsigned sum = 0;
#pragma omp parallel for reduction(^ : sum) hetero(1) part_copyin(a[1:N][0:M]) part_copyin(b[1:N][1:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      sum ^= a[i][j] * 3u + b[i][j] * 5u + b[j][i] * 7u;
  return sum;
}

static void changeRow(int i) {
#pragma omp target update from(a[i:1])
  for (int j = 0; j < M; j++)
    a[i][j] = a[i][j] * 5 + (unsigned)j;
#pragma omp target update to(a[i:1])
}

static void changeColumn(int j) {
#pragma omp target update from(b[0:N][j:1])
  for (int i = 0; i < N; i++)
    b[i][j] ^= (unsigned)i;
#pragma omp target update to(b[0:N][j:1])
}

int main(void) {
  for (int i = 0; i < N * M; i++)
    a[i / M][i % M] = (unsigned)i, b[i / M][i % M] = 3u * (unsigned)i;
#pragma omp target data map(tofrom : a, b)
  {
    columns(2), columns(0), rows(0);
    printf("%u\n", both());
    changeColumn(6), columns(2);
    for (int step = 0; step < 60; step++)
      switch (draw(5)) {
      case 0: rows(draw(4)); break;
      case 1: columns(draw(4)); break;
      case 2: printf("%u\n", both()); break;
      case 3: changeRow(draw(N)); break;
      default: changeColumn(draw(M));
      }
  }
  printChecksum("a", a, sizeof a);
  printChecksum("b", b, sizeof b);
}
