// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A section of an array of arrays may name only the first dimensions, as in OpenMP: it then contains whole rows. It is
// a full copy, or follows the iterations.
// RUN: %serial -O2 %s -o %t.serial -lm
// RUN: %hetcc -O2 -Werror=hetcc %s -o %t -lm
// RUN: %compare %t.serial %t
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real3[3];

static void turn(int n, const real3 *from, real3 *to) {
#pragma omp parallel for HETCC(hetero(1) map(to : from[0:n]) map(from : to[0:n, i]))
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      to[i][k] = from[n - 1 - i][(k + 1) % 3];
}

static void scale(int n, real3 *of) {
#ifdef __HETCC__
#pragma omp parallel for hetero(1) map(tofrom : of[0:n, i])
#endif
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      of[i][k] *= k + 2;
}

int main(void) {
  enum { N = 1000 };
  real3 *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      a[i][k] = 3 * i + k;
  turn(N, a, b);
  scale(N, b);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      sum += (i % 7 + 1) * b[i][k];
  printf("%.0f %.0f %.0f %.0f\n", sum, b[0][0], b[0][2], b[N - 1][1]);
}
