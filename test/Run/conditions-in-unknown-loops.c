// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops with a bound that is unknown before the region, and with a condition that limits the index: elements may
// stay unwritten, and elements that the condition excludes need not exist.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 3 of 3 loops split
#include "Inputs/checksum.h"

enum { N = 700, WIDTH = 16 };
static int y[N * WIDTH], x[N], length[N];

int main(int argc, char **argv) {
  const unsigned char m = (unsigned char)(argc + 249);
  for (int i = 0; i < N; i++)
    length[i] = i % 5, x[i] = i;
  for (int i = 0; i < N * WIDTH; i++)
    y[i] = -i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < (unsigned char)(m + i); j++)
      if (j < 8)
        y[i * WIDTH + j] = j;
  printChecksum("of a remainder", y, sizeof y);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < length[i] % 3 + length[N - 1 - i]; j++)
      if (j < 8)
        y[i * WIDTH + j] = j + 3;
  printChecksum("of elements", y, sizeof y);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = length[i] % 3; j < 4; j++)
      if (j > 0)
        y[i * WIDTH + j] += x[j];
  printChecksum("from elements", y, sizeof y);
  return 0;
}
