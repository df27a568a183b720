// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the unit that the body calls, directly or not, are compiled for devices too. They may be static, inline,
// recursive, and defined after the loop.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 907 };
static int x[N];

static inline int square(int value) { return value * value; }
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
static int later(int value);

struct pair {
  int first, second;
};
static struct pair split(int value) { return (struct pair){value / 7, value % 7}; }
static void normalise(struct pair *pair) {
  if (pair->first > 9) {
    pair->second += pair->first / 10;
    pair->first %= 10;
  }
}

int main(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    struct pair pair = split(i);
    normalise(&pair);
    x[i] = square(pair.first) + gcd(pair.second, 12) + later(i);
  }
  printChecksum("x", x, sizeof x);
}

static int later(int value) { return square(value) % 13; }
