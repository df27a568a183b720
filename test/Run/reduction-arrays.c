// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions into arrays work on devices: whole arrays, sections of arrays and behind pointers, single elements,
// several dimensions, variable length; with each operator, and with several on one directive.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 4003, Bins = 37 };
static int x[N];
static long global[Bins];

static void bump(long *bins, int at) { bins[at] += 2; }

static void histogram(int bins, long *h) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : h[0:bins])
  for (int i = 0; i < N; i++)
    h[x[i] % bins]++;
}

static void variable(int n) {
  unsigned short low[n], high[n];
  for (int i = 0; i < n; i++)
    low[i] = 500, high[i] = 3;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(min : low) reduction(max : high[2:n - 4])
  for (int i = 0; i < N; i++) {
    int at = 2 + x[i] % (n - 4);
    if (x[i] < low[at])
      low[at] = (unsigned short)x[i];
    high[at] = high[at] > x[i] ? high[at] : (unsigned short)x[i];
  }
  printChecksum("low", low, sizeof low);
  printChecksum("high", high, sizeof high);
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571;
  long h[Bins] = {5};
  histogram(Bins, h);
  histogram(11, h);
  printChecksum("h", h, sizeof h);

#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : global)
  for (int i = 0; i < N; i++)
    bump(global, x[i] % Bins);
  printChecksum("global", global, sizeof global);

  // A section in the middle, with both bounds; the rest of the array keeps its values.
  int middle[20], first = 5, count = 10;
  for (int i = 0; i < 20; i++)
    middle[i] = i;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(- : middle[first:count])
  for (int i = 0; i < N; i++)
    middle[5 + x[i] % 10] -= i;
  printChecksum("middle", middle, sizeof middle);

  // Rows of a multidimensional array, and a single element.
  static double matrix[6][4][3];
  int single[4] = {1, 2, 3, 4};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : matrix[2:3][0:4][0:3], single[2])
  for (int i = 0; i < N; i++) {
    matrix[2 + i % 3][x[i] % 4][i % 3] += x[i];
    single[2] += i % 3;
  }
  printChecksum("matrix", matrix, sizeof matrix);
  printChecksum("single", single, sizeof single);

  // Pointers to rows; a section up to the end.
  unsigned (*rows)[5] = calloc(3, sizeof *rows), tail[7] = {0};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(^ : rows[1:2][0:5]) reduction(| : tail[3:])
  for (int i = 0; i < N; i++) {
    rows[1 + i % 2][x[i] % 5] ^= (unsigned)x[i];
    tail[3 + i % 4] |= (unsigned)x[i] & 0x155u;
  }
  printChecksum("rows", rows, 3 * sizeof *rows);
  printChecksum("tail", tail, sizeof tail);
  free(rows);
  variable(23);

  unsigned char every[9];
  _Bool some[4] = {0};
  long product[3] = {1, 2, 3};
  short total = 7;
  for (int i = 0; i < 9; i++)
    every[i] = 0xff;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(& : every[:9]) reduction(|| : some)                   \
    reduction(* : product) reduction(+ : total)
  for (int i = 0; i < N; i++) {
    every[i % 9] &= (unsigned char)(x[i] | 0x5a);
    some[i % 2] = some[i % 2] || x[i] == 17;
    product[i % 3] *= x[i] % 300 == 7 ? 3 : 1;
    total += (short)x[i];
  }
  printChecksum("every", every, sizeof every);
  printf("%d %d %d %ld %ld %ld %d\n", some[0], some[1], some[2], product[0], product[1], product[2], total);
}
