// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates in bodies of many shapes: from a macro, in a triangular loop, in a switch, with `continue`, in a loop that counts down in
// steps, on rows of arrays, with `default(none)`; and on arrays that a data region keeps on devices.
// RUN: %hetcc -O2 -Wall -Wextra %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --schedules static,gpu --setting HETRT_WRITE=back %t.serial %t
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"

enum { N = 5003, Bins = 64 };
static int x[N];
#define HIST(b) hist[b]
#define COUNT _Pragma("omp atomic") HIST(x[i] % Bins)++

static void shapes(int n, int m) {
  static long hist[Bins];
  long rows[3][2][4] = {{{0}}};
  double sum = 0;
  unsigned char bytes[7][3] = {{0}};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) default(none) shared(x, hist, rows, sum, n, m, bytes)
  for (int i = n - 1; i >= 0; i -= 3) {
    COUNT;
    for (int j = 0; j < i % m; j++)
      for (int k = j; k < m; k++) {
#pragma omp atomic
        rows[k % 3][j % 2][(i + k) % 4] += j + 1;
#pragma omp atomic
        sum += k;
      }
    switch (x[i] % 3) {
    case 0:
#pragma omp atomic
      bytes[i % 7][2] ^= 5;
      break;
    case 1:
      if (x[i] > 50)
        continue;
#pragma omp atomic update hint(0) relaxed
      bytes[i % 7][1] ^= (unsigned char)x[i];
    }
  }
  printf("%g\n", sum);
  printChecksum("hist", hist, sizeof hist);
  printChecksum("rows", rows, sizeof rows);
  printChecksum("bytes", bytes, sizeof bytes);
}

/* After a loop updates the arrays atomically, devices' copies are out of date; values that only devices have are written back before. */
static long hist[Bins], scaled[Bins];
static void kept(void) {
#pragma omp target data map(to : x[0:N]) map(tofrom : hist[0:Bins], scaled[0:Bins])
  {
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) map(tofrom : hist[0:Bins])
      for (int i = 0; i < N; i++)
#pragma omp atomic
        hist[x[i] % Bins]++;
#pragma omp parallel for hetero(1) part_copy(hist[1:Bins], scaled[1:Bins])
      for (int i = 0; i < Bins; i++)
        scaled[i] += hist[i] * 2, hist[i] += 1;
    }
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
    for (int i = 0; i < N; i++)
#pragma omp atomic
      scaled[x[i] % Bins] -= x[i];
  }
  printChecksum("kept", hist, sizeof hist);
  printChecksum("scaled", scaled, sizeof scaled);
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 3571;
  shapes(N, 5);
  kept();
}
