// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region may stand in a header, and two units may include the same header. Each unit has its own copy of the region,
// and the program links.
// RUN: %hetcc -O2 %s %S/Inputs/scale-user.c -o %t
// RUN: %serial -O2 %s %S/Inputs/scale-user.c -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include "Inputs/scale.h"

void scaleElsewhere(int n, int *a);

static int x[1207];

int main(void) {
  for (int i = 0; i < 1207; i++)
    x[i] = i;
  scale(1207, 5, x);
  scaleElsewhere(1207, x);
  printChecksum("x", x, sizeof x);
}
