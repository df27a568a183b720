// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix in compressed rows times a vector, as in conjugate gradients. The row starts have a halo of one;
// values, columns and the vector are full copies.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 1201, PER_ROW = 5 };
static int start[N + 1], column[N * PER_ROW];
static double value[N * PER_ROW], p[N], q[N];

static double multiply(int n, int nonzeros) {
  double dot = 0;
#pragma omp parallel for hetero(1) part_copyin(start[1:n + 1:1]) part_copyout(q[1:n])                                 \
    map(to : value[0:nonzeros], column[0:nonzeros], p[0:n]) reduction(+ : dot)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k] * p[column[k]];
    q[i] = sum;
    dot += p[i] * sum;
  }
  return dot;
}

int main(void) {
  int nonzeros = 0;
  for (int i = 0; i < N; i++) {
    start[i] = nonzeros;
    for (int k = 0; k < 1 + i % PER_ROW; k++, nonzeros++) {
      column[nonzeros] = (i * 31 + k * 17) % N;
      value[nonzeros] = k + 1;
    }
    p[i] = i % 7;
  }
  start[N] = nonzeros;
  for (int pass = 0; pass < 3; pass++) {
    printf("%.0f\n", multiply(N, nonzeros));
    for (int i = 0; i < N; i++)
      p[i] = (int)q[i] % 11;
  }
  printChecksum("q", q, sizeof q);
}
