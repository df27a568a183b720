/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Structs contain the lengths of the rows to which they point: in the struct or in an inner struct, of all integer
 * types, through a pointer to the struct, with a first element, or with a row number. Rows lie close together, so that
 * a write beyond the length would change another row; lengths are also 0 and negative, with null rows.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t known > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 8 of 8 loops split
 */
#include <stdio.h>

enum { N = 24 };

typedef struct {
  double *data, *flux;
  int n;
  struct {
    short tag;
    unsigned char length;
  } inside;
  double sum;
} Cell;
typedef struct {
  Cell *cells;
  int count;
} Mesh;

static void scale(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] = cells[i].data[k] / 2 + k + i;
}

/* A member next to the length is written. */
static void total(Mesh *mesh) {
#pragma omp parallel for
  for (int i = 0; i < mesh->count; i++) {
    Cell *c = &mesh->cells[i];
    double sum = 0;
    for (int k = 0; k < c->n; k++) {
      c->flux[k] += c->data[k];
      sum += c->flux[k];
    }
    c->sum = sum;
  }
}

static void inner(Mesh *mesh) {
#pragma omp parallel for
  for (int i = 0; i < mesh->count; i++) {
    const int n = mesh->cells[i].inside.length;
    for (int k = mesh->cells[i].inside.tag; k < n; k++)
      mesh->cells[i].flux[k] -= 1;
  }
}

/* The loop does not look at the other cells. */
static void some(Cell *cells, const int *which, double *sums, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 2; k++)
      sum += cells[which[i]].data[k];
    sums[i] = sum;
  }
}

/* Conditions guard invalid rows, though hetcc follows the row pointers before the loop. */
static void chosen(double *const *rows, const int *which, double *sums, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (which[i] >= 0)
      for (int k = 0; k < 3; k++)
        sums[i] += rows[which[i]][k];
}

/* Conditions guard invalid lengths. */
static void used(Cell *cells, const int *use, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (use[i])
      for (int k = 0; k < cells[i].n; k++)
        cells[i].flux[k] -= cells[i].data[k];
}

typedef struct {
  long long begin, end;
  int row;
} Part;

/* Structs without pointers. */
static void parts(const Part *part, const double *x, double *const *rows, double *sums, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (long long k = part[i].begin; k < part[i].end; k++)
      sum += rows[i][k] * (double)(k + 1);
    sums[i] += sum + x[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += rows[part[i].row][k];
    sums[i] -= sum;
  }
}

int main(int count, char **arguments) {
  static double memory[2 * N * 8], sums[N], x[N];
  static Cell cells[N];
  static Part part[N];
  double *rows[N];
  int which[N];
  Mesh mesh = {cells, N};
  int place = 0;
  for (int i = 0; i < 2 * N * 8; i++)
    memory[i] = i;
  for (int i = 0; i < N; i++) {
    const int n = (i * 5) % 7 - 1;
    cells[i].n = n;
    cells[i].inside.tag = 1;
    cells[i].inside.length = (unsigned char)(n < 0 ? 0 : n);
    cells[i].data = n > 0 ? memory + place : NULL;
    cells[i].flux = n > 0 ? memory + N * 8 + place : NULL;
    place += n > 0 ? n : 0;
    rows[i] = memory + ((i * 11) % N) * 8;
    part[i].begin = i % 3;
    part[i].end = i % 8;
    part[i].row = (i * 7) % (N / 2);
    x[i] = i;
  }
  for (int i = 0, j = 0; i < N; i++) {
    do
      j = (j + 5) % N;
    while (cells[j].n < 2);
    which[i] = j;
  }
  for (int pass = 0; pass < 3; pass++) {
    scale(cells, N);
    total(&mesh);
    inner(&mesh);
    some(cells, which, sums, N);
    parts(part, x, rows, sums, N);
  }
  if (count > 1)
    return arguments[1][0] != 'k';
  double *behind[N + 1] = {(double *)sums};
  for (int i = 0; i < N; i++) {
    behind[i + 1] = rows[i];
    which[i] = i % 4 - 1;
  }
  chosen(behind + 1, which, sums, N);
  behind[0] = (double *)16;
  chosen(behind + 1, which, sums, N);
  for (int i = 0; i < N; i++) {
    which[i] = i % 5 != 1;
    if (!which[i])
      cells[i].n = i % 2 ? 1 << 30 : 3;
  }
  used(cells, which, N);
  double all = 0;
  for (int i = 0; i < 2 * N * 8; i++)
    all += memory[i] * (i % 17 + 1);
  for (int i = 0; i < N; i++)
    all += sums[i] * (i + 1) + cells[i].sum;
  printf("%.6f\n", all);
  return 0;
}
