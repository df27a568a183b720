// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of row pointers, each row allocated separately, are checked against their windows element by element, by the
// program's indices. Two row pointers to the same row are no fault if the row is only read.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=PLANE
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=COLUMN
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
static int fault, at[64];
enum { N = 24, M = 9, L = 7 };

static double **rows(void) {
  double **a = (double **)malloc(N * sizeof *a);
  for (int i = 0; i < N; i++) {
    a[i] = (double *)calloc(M + i % 5 * 2, sizeof **a);
    a[i][i % M] = i;
  }
  return a;
}

int main(int argc, char **argv) {
  double **a = rows(), **b = rows(), **one = rows(), ***u = (double ***)malloc(N * sizeof *u);
  fault = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < N; i++) {
    u[i] = rows();
    one[i] = one[i % 3];
    at[i] = fault == 1 && i == 12 ? 11 : i;
  }
  // ROW: window: part_copyin(a), line [[@LINE+3]]: a[11][3] is read at {{.*}}rows-behind-pointers.c:[[@LINE+6]] in iteration 12, which may read [12, 13) x [0, 9)
  // COLUMN: window: part_copyin(a), line [[@LINE+2]]: a[12][9] is read at {{.*}} in iteration 12, outside of the array, which has [0, 24) x [0, 9)
  // CLEAN-NOT: window
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:N][0:M], at[1:N]) part_copy(b[1:N][0:M]))
  for (int i = 1; i < N; i++) {
    b[i][2] += 1;
    b[i][3] += a[at[i]][fault == 3 && i == 12 ? M : 3];
  }
  // PLANE: window: part_copy(u), line [[@LINE+1]]: u[{{[0-9]+}}][5][1] is {{read|written}} at {{.*}} in iteration {{[0-9]+}}, which may {{read|write}} [{{[0-9]+}}, {{[0-9]+}}) x [0, 9) x [0, 7)
#pragma omp parallel for HETCC(hetero(1) part_copy(u[1:N][0:M][0:L]))
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < M; j++)
      u[fault == 2 && j == 5 ? i + 1 : i][j][1] += i;
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      b[i][j] += one[i][j];
  // CLEAN: nothing found in 3 loops
  printf("%g\n", b[5][3]);
  return 0;
}
