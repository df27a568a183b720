// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable is set in each inner iteration, except where a jump skips the assignment: behind the label its value is unknown.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include "Inputs/checksum.h"

enum { N = 1000 };
static int x[4 * N], skipped[N], chosen[N], written[4 * N];

int main(void) {
  for (int i = 0; i < 4 * N; i++)
    x[i] = i * 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int at = 7, sum = 0;
    for (int j = 0; j < 3; j++) {
      if (j != 1)
        goto skip;
      at = 3 * i + 1;
    skip:;
      sum += x[at];
    }
    skipped[i] = sum;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int at = 7, sum = 0;
    switch (i % 3) {
    case 0:;
      at = 3 * i;
    case 1:;
    case 2:;
      sum += x[at];
    }
    chosen[i] = sum;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int at = 4 * i + 1;
    if (i % 2)
      goto behind;
    at = 4 * i;
  behind:;
    written[at] = i;
  }
  printChecksum("skipped", skipped, sizeof skipped);
  printChecksum("chosen", chosen, sizeof chosen);
  printChecksum("written", written, sizeof written);
}
