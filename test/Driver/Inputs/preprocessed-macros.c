// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The headers define SEEK_SET and SEEK_END as macros; this source undefines the macros and uses the names. */
#include <stdio.h>
#undef SEEK_SET
enum { SEEK_SET = 7 };
#include <unistd.h>
#undef SEEK_SET
#undef SEEK_END
static int SEEK_END(int i) { return i + SEEK_SET; }

enum { N = 1000 };
static int x[N];

int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    x[i] = SEEK_END(i) - SEEK_CUR;
    sum += x[i];
  }
  printf("%d\n", sum);
  return 0;
}
