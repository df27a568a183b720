// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A firstprivate variable begins with the value from before the loop, in each thread and on each device. Structs can be
// firstprivate, too.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1777 };
static int x[N];

struct line {
  int slope, offset;
};

int main(void) {
  struct line line = {3, 40};
  int bias = 17, changed = 4;
#pragma omp parallel for hetero(1) part_copy(x[1:N]) firstprivate(line, bias, changed)
  for (int i = 0; i < N; i++) {
    changed = i + bias;
    x[i] = line.slope * i + line.offset + changed;
  }
  printChecksum("x", x, sizeof x);
  printf("%d %d\n", bias, line.slope);
}
