// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For two independent nested loops, lanes share all iterations of both: as many lanes lie side by side as the inner
// loop has iterations, in rows that share the outer loop. Any number of lanes gives the serial result, whether it is a
// multiple of the inner trip count or less.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32 --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=100,seed=5 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=1 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'together with the one inside' | FileCheck --check-prefix=PAIRS %s
// PAIRS: 9
#include "Inputs/checksum.h"

enum { PLANES = 25, ROWS = 9, COLUMNS = 11, COLOURS = 3 };
static long x[PLANES][ROWS][COLUMNS], y[PLANES][ROWS][COLUMNS], z[PLANES];
static int image[PLANES * COLUMNS * COLOURS];

static void shapes(int n, int m, int l) {
  int j, k;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:ROWS][0:COLUMNS]) part_copy(image[1:n][0:COLUMNS * COLOURS]) private(j, k)
  for (int i = 0; i < n; i++) {
    for (j = m - 1; j >= 0; j--)
      for (k = l - 1; k >= 0; --k)
        x[i][j][k] += j * 100 + k;
    // No pair: 'column' would overflow its type if 'l' were large.
    for (unsigned row = 1; row < (unsigned)m; row += 2)
      for (signed char column = 0; column <= l - 2; column += 3)
        x[i][row][column] *= 3;
    // Each of these loops alone would have too few iterations.
    for (int row = 0; row < 5; row++) {
      for (int column = 2; column != 7; column++) {
        if (x[i][row][column] % 3 == 0)
          continue;
        x[i][row][column] ^= 5;
      }
    }
    for (int pixel = 0; pixel < l; pixel++)
      for (int colour = 0; colour < COLOURS; colour++)
        image[(i * COLUMNS + pixel) * COLOURS + colour] = image[(i * COLUMNS + pixel) * COLOURS + colour] * 2 + colour;
    // The outer loop often has zero iterations; the inner loop's bounds are then invalid.
    for (int row = i; row < m; row++)
      for (int column = i % 4; column < m * 8 / (m - i) % l; column++)
        x[i][row][column] += 7;
  }
}

/* The sum is combined once, and all lanes see it. */
static long sums(int n, int m, int l) {
  long total = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:ROWS][0:COLUMNS]) part_copy(z[1:n]) reduction(+ : total)
  for (int i = 0; i < n; i++) {
    long sum = 5, most = -1;
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) {
        sum += x[i][j][k];
        total += x[i][j][k] & 3;
        if (x[i][j][k] > most)
          most = x[i][j][k];
      }
    if (sum % 2)
      for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
          x[i][j][k] -= sum % 100;
    z[i] += sum + most;
  }
  return total;
}

/* Different pairs give an iteration to different lanes, so there are barriers between them. */
static void exchanges(int n, int m, int l) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:ROWS][0:COLUMNS]) part_copy(y[1:n][0:ROWS][0:COLUMNS])
  for (int i = 0; i < n; i++)
    for (int pass = 0; pass < 3; pass++) {
      for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
          y[i][j][k] += x[i][m - 1 - j][k] + pass;
      for (int j = 0; j < m; j++)
        for (int k = 0; k < l - 1; k++)
          x[i][j][k] += y[i][j][k + 1];
    }
}

/* A directive for both loops. */
static void marked(int n, int m, int l, const int *at) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:ROWS][0:COLUMNS]) map(to: at[0:l])
  for (int i = 0; i < n; i++) {
#pragma omp simd collapse(2)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        x[i][j][at[k]] += at[l - 1 - k] + k;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  int n = PLANES - 1 + argc, m = ROWS - 1 + argc, l = COLUMNS - 1 + argc, at[COLUMNS];
  for (int i = 0; i < PLANES; i++)
    for (int j = 0; j < ROWS; j++)
      for (int k = 0; k < COLUMNS; k++)
        x[i][j][k] = (i * 7919 + j * 31 + k) % 1009 - 500, y[i][j][k] = (i + j * k) % 13;
  for (int k = 0; k < COLUMNS; k++)
    at[k] = (k * 3) % COLUMNS;
  for (int k = 0; k < PLANES * COLUMNS * COLOURS; k++)
    image[k] = k % 251;
  shapes(n, m, l);
  printf("%ld\n", sums(n, m, l));
  exchanges(n, m, l), marked(n, m, l, at);
  printChecksum("x", x, sizeof x), printChecksum("y", y, sizeof y), printChecksum("z", z, sizeof z);
  printChecksum("image", image, sizeof image);
  return 0;
}
