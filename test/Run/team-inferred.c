// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetero(1) without other clauses on 'omp for': hetcc finds the windows, also of pointer parameters. A function with
// such a loop is called by a team, by nested teams, and outside of any team.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=3 %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 2003 };
static double a[N], b[N], c[2][N], total;

static void axpy(int n, double factor, const double *from, double *to) {
#pragma omp for hetero(1)
  for (int i = 0; i < n; i++)
    to[i] = factor * from[i] + to[i];
}

static double norm(int n, const double *of) {
#pragma omp single
  total = 0;
#pragma omp for hetero(1) reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += of[i];
  return total;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i, b[i] = 1;
  axpy(N, 2, a, b);
  printf("%.1f\n", norm(N, b));
#pragma omp parallel
  {
    for (int pass = 0; pass < 5; pass++)
      axpy(N - pass, pass, a, b);
    const double is = norm(N, b);
    axpy(N, is - is + 1, b, a);
  }
#pragma omp parallel for num_threads(2)
  for (int half = 0; half < 2; half++) {
#pragma omp parallel num_threads(2)
    for (int pass = 0; pass < 3; pass++)
      axpy(N, half + 1, a, c[half]);
  }
  printf("%.1f %.1f %.1f %.1f\n", norm(N, a), norm(N, b), norm(N, c[0]), norm(N, c[1]));
  printChecksum("a", a, sizeof a);
  printChecksum("c", c, sizeof c);
}
