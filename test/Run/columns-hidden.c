// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a flat subscript contains the row offset in a variable, the columns cannot be recognised, so the array has its
// full size on devices; so has an array whose address is taken. A remark says so.
// RUN: %hetcc -O2 --hetcc-explain %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 60, M = 50, P = 4 };
static double a[N * M], v[P * M * N];
static double declared[N][M];

static void run(int n, int m) {
  // CHECK: columns-hidden.c:[[#@LINE + 1]]:{{.*}} remark: array 'a' takes its full size on a device: the subscript in line [[#@LINE + 5]] does not show the index that follows the loop
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      int row = i * m;
      a[row + j] += j;
    }
  // CHECK: remark: array 'a' takes its full size
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n * m; k += m)
      a[k + j] -= 3;
  // CHECK: remark: array 'a' takes its full size
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:m])
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      a[i * 50 + j] *= 2;
  // CHECK: remark: array 'v' takes its full size
#pragma omp parallel for hetero(1) part_copy(v[0:P][1:m][0:n])
  for (int i = 0; i < m; i++)
    for (int p = 0; p < P; p++) {
      int plane = p * m * n;
      for (int j = 0; j < n; j++)
        v[plane + i * n + j] += i + j;
    }
  // CHECK: remark: array 'declared' takes its full size on a device: a pointer into it is used with strides of its own
#pragma omp parallel for hetero(1) part_copy(declared[0:N][1:M])
  for (int j = 0; j < M; j++) {
    double *first = &declared[0][0];
    for (int i = 0; i < N; i++)
      first[i * M + j] += i;
  }
}

int main(void) {
  for (int i = 0; i < N * M; i++)
    a[i] = i % 91;
  for (int pass = 0; pass < 3; pass++)
    run(N, M);
  printChecksum("a", a, sizeof a);
  printChecksum("v", v, sizeof v);
  printChecksum("declared", declared, sizeof declared);
}
