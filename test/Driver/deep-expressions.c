// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated programs may have sums of thousands of terms and deeply nested brackets. gcc has no limit on nesting; hetcc
// has to split the loops of such a unit too.
// RUN: %serial -w %s -o %t.serial && %hetcc %s -o %t 2>&1 | count 0
// RUN: %compare %t.serial %t
#include <stdio.h>

#define TEN(x) x x x x x x x x x x
#define OPEN_TEN ((((((((((
#define CLOSE_TEN ))))))))))
#define OPEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN OPEN_TEN
#define CLOSE CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN CLOSE_TEN

static int sum(int a) { return 0 TEN(TEN(TEN(TEN(+a)))); }
static int signs(int a) { return TEN(TEN(TEN(TEN(- ~)))) a; }
static int brackets(int a) { return OPEN OPEN OPEN OPEN a CLOSE CLOSE CLOSE CLOSE; }

int main(void) {
  static int x[3000];
  long total = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:3000])
  for (int i = 0; i < 3000; i++)
    x[i] = OPEN OPEN OPEN i CLOSE CLOSE CLOSE TEN(TEN(TEN(+1)));
  for (int i = 0; i < 3000; i++)
    total += x[i];
  printf("%ld %d %d %d\n", total, sum(3), signs(4), brackets(5));
}
