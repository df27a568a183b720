/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * No subscript tells how long the rows are: each is as long as the allocation in which it begins. Rows in the same
 * allocation may overlap: devices may only read them, else the cores run the loop. Also small allocations, rows that
 * begin in the middle of one, null pointers and invalid pointers, guarded by conditions.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t large > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 3 of 3 loops split
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 12, M = 700 };

typedef struct {
  double *data, *flux;
  double sum;
} Cell;

static void gather(Cell *cells, const int *index, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < m; k++)
      sum += cells[i].data[index[k]];
    cells[i].sum = sum;
  }
}

static void scatter(Cell *cells, const int *index, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      cells[i].flux[index[k]] += cells[i].data[k] + i;
}

static void where(Cell *cells, const int *index, const int *use, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (use[i])
      for (int k = 0; k < m; k++)
        cells[i].flux[index[k]] -= 1;
}

static double *row(int m) {
  double *made = (double *)malloc(m * sizeof(double));
  for (int k = 0; k < m; k++)
    made[k] = k % 7;
  return made;
}

static void print(const Cell *cells, int m) {
  double all = 0;
  for (int i = 0; i < N; i++) {
    all += cells[i].sum * (i + 1);
    for (int k = 0; k < m; k++)
      all += cells[i].flux[k] * (k % 5 + 1) + cells[i].data[k];
  }
  printf("%.6f\n", all);
}

static void run(Cell *cells, int m) {
  static int index[M], use[N];
  for (int k = 0; k < m; k++)
    index[k] = (k * 3) % m;
  for (int i = 0; i < N; i++)
    use[i] = 1;
  gather(cells, index, N, m);
  scatter(cells, index, N, m);
  where(cells, index, use, N, m);
  print(cells, m);
}

int main(int count, char **arguments) {
  static Cell cells[N];
  for (int i = 0; i < N; i++)
    cells[i] = (Cell){row(M + i), row(M + 2 * i), 0};
  run(cells, M);
  if (count > 1)
    return arguments[1][0] == 'l' ? 0 : 1;
  /* Some row pointers are null or invalid. */
  static int index[M], use[N];
  double *const kept = cells[3].flux, *const past = cells[5].flux;
  cells[3].flux = NULL;
  cells[5].flux = (double *)((char *)past + 4096 * 1000000L);
  for (int i = 0; i < N; i++)
    use[i] = i != 3 && i != 5;
  where(cells, index, use, N, M);
  cells[3].flux = kept;
  cells[5].flux = past;
  print(cells, M);
  /* Rows begin in the middle of allocations, and elements before the row's begin are used. */
  for (int k = 0; k < 100; k++)
    index[k] = 40 - k;
  for (int i = 0; i < N; i++)
    cells[i].data += 100, cells[i].flux += 100;
  gather(cells, index, N, 100);
  scatter(cells, index, N, 100);
  for (int i = 0; i < N; i++)
    cells[i].data -= 100, cells[i].flux -= 100;
  print(cells, M);
  /* Small allocations. */
  for (int i = 0; i < N; i++)
    cells[i] = (Cell){row(9), row(8 + i), 0};
  run(cells, 8);
  /* All rows are in one allocation. */
  double *const pool = row(4 * N * M);
  for (int i = 0; i < N; i++)
    cells[i] = (Cell){pool + i * 20, pool + N * M + i * 17, 0};
  run(cells, 10);
  /* One row for all cells, which is only read. */
  for (int i = 0; i < N; i++)
    cells[i] = (Cell){pool, row(M), 0};
  run(cells, M);
  return 0;
}
