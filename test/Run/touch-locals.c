// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that the body declares are private to the iteration: scalars, arrays, structs, and pointers into them.
// Control flow in the body is free as long as it does not leave the loop.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 811 };
static int x[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 1000;
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    int digits[4], count = 0, *next = digits;
    for (int rest = x[i]; count < 4; count++) {
      *next++ = rest % 10;
      rest /= 10;
    }
    for (int a = 0; a < 4; a++) // sorts the digits
      for (int b = a + 1; b < 4; b++)
        if (digits[b] < digits[a]) {
          int swap = digits[a];
          digits[a] = digits[b];
          digits[b] = swap;
        }
    int value = 0;
    int *digit = &digits[3];
    while (1) {
      value = value * 10 + *digit;
      if (digit == digits)
        break;
      digit--;
    }
    if (value > 9000)
      goto done;
    value += 1;
  done:
    x[i] = value;
  }
  printChecksum("x", x, sizeof x);
}
