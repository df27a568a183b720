// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A macro may contain other statements beside `depersist`, which stay. Directives that only hetcc has work in macros
// and headers, with a GPU form.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include "Inputs/own-words.h"

#define RELEASE(a, b) b += 5; _Pragma("omp depersist(x)") b = b * 7 + a[0]

enum { N = 1201 };
static int x[N];

int main(void) {
  int y = 3;
  for (int pass = 0; pass < 3; pass++)
#pragma omp parallel for hetero(1) part_copy(x[1:N]) persist(x)
    for (int i = 0; i < N; i++)
      x[i] += i + 1;
  RELEASE(x, y);
  addAndRelease(N, x);
  printChecksum("x", x, sizeof x);
  printf("%d\n", y);
}
