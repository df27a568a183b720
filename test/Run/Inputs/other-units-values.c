// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that work on values, and on variables of their callers.
#include "other-units.h"

static const int table[4] = {3, 1, 4, 1};

static unsigned long long step(unsigned long long state) { return state * 2862933555777941757ull + 3037000493ull; }

Number product(Number a, Number b) {
  Number result = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return result;
}

double next(unsigned long long *state) {
  *state = step(*state);
  return (double)(*state >> 40);
}

int twice(int value) { return 2 * value + table[value & 3]; }

int scaled(int value) { return offset(value) - 5; }

void fill(int count, double first, double values[]) {
  for (int i = 0; i < count; i++)
    values[i] = first + i;
}
