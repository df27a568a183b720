// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that the body only reads are passed to devices by value: locals, parameters, globals, static locals. They are
// read again for each pass.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1201 };
static int x[N];
static double gain = 2;
unsigned char offset = 3;

static void run(short parameter) {
  static long calls = 0;
  float local = parameter * 2;
  const _Bool up = parameter > 2;
  calls++;
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] += (int)(gain * i) + offset + (int)local + (up ? 1 : -1) + parameter + (int)calls;
}

int main(void) {
  for (short pass = 0; pass < 5; pass++) {
    run(pass);
    gain += 1;
    offset *= 2;
  }
  printChecksum("x", x, sizeof x);
}
