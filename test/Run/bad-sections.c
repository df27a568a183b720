// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A section outside of its dimension is an error before data moves. Two clauses may name different sections of the same
// array.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 not --crash %t 45 10 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 not --crash %t 5 -1 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 not --crash %t -1 5 2>&1 | FileCheck --check-prefix=BEFORE %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 5 5 | FileCheck --check-prefix=BOTH %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t 49 0
// BEYOND: map(tofrom:)(a), line [[#@LINE + 20]]: the section of dimension 1 is 45:10: wanted a part of indices 0 to 49
// NEGATIVE: map(tofrom:)(a), line [[#@LINE + 19]]: the section of dimension 1 is 5:-1: wanted a part of indices 0 to 49
// BEFORE: map(tofrom:)(a), line [[#@LINE + 18]]: the section of dimension 1 is -1:5: wanted a part of indices 0 to 49
// BOTH: 59: 9 11 13 15 17
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 50 };
static double a[N][M];

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = j - 1;
  int from = atoi(argv[1]), count = atoi(argv[2]);
  const double (*b)[M] = a;
  if (from != 5 || count != 5)
    b = malloc(sizeof a);
#pragma omp parallel for hetero(1) map(tofrom : a[0:N, i][from:count]) map(to : b[0:N, i][from + 1:count])
  for (int i = 0; i < N; i++)
    for (int j = from; j < from + count; j++)
      a[i][j] += b[i][j + 1];
  if (b == a)
    printf("%d: %g %g %g %g %g\n", N - 1, a[N - 1][5], a[N - 1][6], a[N - 1][7], a[N - 1][8], a[N - 1][9]);
}
