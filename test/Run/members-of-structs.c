// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data clauses name pointers and arrays that are members of structs, in a variable or behind a pointer; numbers beside
// them are read when the loop begins.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -O2 %s -o %t
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 3001, Rows = 60, Columns = 70 };

struct inner {
  double scale;
  int shift;
};

struct field {
  double *x, *y;
  int n;
  struct inner inner;
  double table[Rows];
};

struct plane {
  struct field *of;
  double (*cells)[Columns];
  int rows, columns;
};

static struct field global;

static void byValue(struct field f, int shift) {
#pragma omp parallel for hetero(1) part_copyin(f.x[1:f.n]) part_copy(f.y[1:f.n])
  for (int i = 0; i < f.n; i++)
    f.y[i] += f.x[i] * f.inner.scale + f.inner.shift + shift;
}

static double behindPointer(struct field *f) {
  double sum = 0;
#pragma omp parallel for hetero(1) part_copy(f->x[1:f->n]) part_copyin(f->y[1:f->n:1]) reduction(+ : sum)
  for (int i = 1; i < f->n - 1; i++) {
    f->x[i] += (f->y[i - 1] + (*f).y[i + 1]) * 0.25;
    sum += f->n % 7;
  }
  return sum;
}

static void arrays(struct field *f) {
#pragma omp parallel for hetero(1) part_copy(f->table[1:Rows])
  for (int i = 0; i < Rows; i++)
    f->table[i] = f->table[i] * 2 + i;
#pragma omp parallel for hetero(1) part_copy(global.table[1:Rows]) map(to : f->table[0:Rows])
  for (int i = 0; i < Rows; i++)
    global.table[i] += f->table[Rows - 1 - i] + global.n;
}

static void nested(struct plane p) {
#pragma omp parallel for hetero(1) part_copy(p.cells[1:p.rows][0:p.columns]) map(to : p.of->table[0:Rows])
  for (int i = 0; i < p.rows; i++)
    for (int k = 0; k < p.columns; k++)
      p.cells[i][k] += p.of->table[k % Rows] + i * p.of->inner.shift;
}

/// A pointer that only the body follows may be null.
static void unused(double *x, const struct inner *add, int n) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += add ? add->shift : 1;
}

int main(void) {
  struct field own = {malloc(N * sizeof(double)), malloc(N * sizeof(double)), N, {0.5, 3}, {0}};
  struct plane plane = {&own, calloc(Rows, sizeof *plane.cells), Rows, Columns};
  global = own;
  for (int i = 0; i < N; i++)
    own.x[i] = i % 17, own.y[i] = i % 5;
  for (int pass = 0; pass < 3; pass++) {
    own.inner.shift = pass;
    own.n = N - pass;
    byValue(own, 2);
    printf("%g\n", behindPointer(&own));
    arrays(&own);
    nested(plane);
    unused(own.x, pass ? 0 : &own.inner, own.n);
  }
  printChecksum("x", own.x, N * sizeof(double));
  printChecksum("y", own.y, N * sizeof(double));
  printChecksum("cells", plane.cells, Rows * sizeof *plane.cells);
  printChecksum("table", global.table, sizeof global.table);
  free(own.x), free(own.y), free(plane.cells);
}
