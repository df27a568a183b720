// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop's counter under `shared` is private all the same, to gcc; clang refuses such a loop, which is split here.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %gcc_openmp -O1 %s -o %t.gcc
// RUN: %compare %t.gcc %t
#include "Inputs/checksum.h"

enum { N = 40 };
static int a[N][N], b[N];

int main(void) {
  int i, j, k, n = N, sum = 0;
#pragma omp parallel for shared(i, a) private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] = i * j;
#pragma omp parallel for default(none) shared(a, b, n, i) private(j) /* behind a comment */
  // and before one
  for (i = 0; i < n; ++i) {
    b[i] = 0;
    for (j = 0; j < n; j++)
      b[i] += a[i][j];
  }
#pragma omp parallel for collapse(2) shared(i, j) shared(a) reduction(+ : sum)
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++)
      sum += a[i][j] % 7;
  }
#pragma omp parallel for shared(k)
  for (k = 0; k < n; k++)
    b[k] += k;
  printf("%d\n", sum);
  printChecksum("a", a, sizeof a);
  printChecksum("b", b, sizeof b);
}
// CHECK: shared-loop-variables.c: 4 of 4 loops split
