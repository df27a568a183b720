// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array in 'part_copyout' is copied to the device first, unless hetcc sees that every iteration writes all of its
// elements. `--hetcc-explain` says for which arrays that is.
// RUN: %hetcc --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: moved-in.c:[[# @LINE + 3]]:{{[0-9]+}}: remark: array 'y' is moved in too: not every iteration is seen to write everything tied to it
// CHECK-NOT: is moved in too
void sometimes(int n, const int *x, int *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    if (x[i])
      y[i] = i;
}

// Elements that are written before a 'continue' count as written in each iteration.
void counted(int n, int (*bins)[10], const int *x) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(bins[1:n][0:10])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 10; j++)
      bins[i][j] = 0;
    if (x[i] < 0)
      continue;
    bins[i][x[i] % 10]++;
  }
}

void rows(int n, int m, int c[n][m], int d[][20]) {
#pragma omp parallel for hetero(1) part_copyout(c[1:n][0:m], d[1:n][0:20])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i][j] = j;
    for (int j = 0; j < 20; j++)
      d[i][j] = j;
  }
}

void columns(int n, int m, int c[n][m], int *d, int *e) {
#pragma omp parallel for hetero(1) part_copyout(c[0:n][1:m], d[0:n][1:m], e[0:4][1:m][0:n])
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++) {
      c[i][j] = j;
      d[m * i + j] = j;
    }
    for (int k = 0; k < 4; k++)
      for (int i = 0; i < n; i++)
        e[(k * m + j) * n + i] = i;
  }
}

void always(int n, const int *x, int *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}
