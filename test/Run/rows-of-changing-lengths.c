/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Row lengths in structs that change in the loop or are no plain members: changed by the iteration, before or after its
 * rows are used, through another name, or by a function; in a union; in a bit-field. Results are right on all devices,
 * though cores may run the passes.
 * RUN: %hetcc -fopenmp --hetcc-auto=all -O2 %s -o %t
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 */
#include <stdio.h>

enum { N = 20, M = 8 };

typedef struct {
  double *data;
  int n, other;
  union {
    int length;
    float weight;
  } either;
  unsigned bits : 3, rest : 29;
} Cell;

static void shorter(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] += 1;
    cells[i].n -= 1;
  }
}

static void longer(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    Cell *c = &cells[i];
    c->n = c->other;
    for (int k = 0; k < c->n; k++)
      c->data[k] += 2;
  }
}

static void grow(Cell *cells, int i) { cells[i].n = 5; }

static void called(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    grow(cells, i);
    cells[i].other += 1;
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] += 3;
  }
}

/* `all` is another name of the same cells. */
static void aliased(Cell *cells, Cell *all, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    all[i].n = 3;
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] += 4;
  }
}

/* `words` points to integers inside of the cells. */
static void integers(Cell *cells, int *words, int step, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    words[i * step] = 4;
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] += 5;
  }
}

static void either(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < cells[i].either.length; k++)
      cells[i].data[k] += 6;
    cells[i].either.weight = 1;
  }
}

static void bits(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned k = 0; k < cells[i].bits; k++)
      cells[i].data[k] += 7;
}

/* The length of one row is used for another row, and other lengths change in the loop. */
static void others(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n / 2; i++) {
    for (int k = 0; k < cells[i + n / 2].n; k++)
      cells[i].data[k] += 8;
    cells[i].n = M;
  }
}

/* Only the lengths in this loop do not change. */
static void same(Cell *cells, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    cells[i].other += 1;
    for (int k = 0; k < cells[i].n; k++)
      cells[i].data[k] += 9;
  }
}

static double memory[N * M];

static void print(const Cell *cells) {
  double all = 0;
  for (int i = 0; i < N; i++)
    all += cells[i].n * (i + 1) + cells[i].other;
  for (int i = 0; i < N * M; i++)
    all += memory[i] * (i + 1);
  printf("%.6f\n", all);
}

int main(void) {
  static Cell cells[N];
  for (int i = 0; i < N; i++) {
    cells[i].data = memory + i * M;
    cells[i].n = i % 7 + 1;
    cells[i].other = (i * 3) % 8;
    cells[i].bits = (unsigned)i % 8;
    cells[i].either.length = (i * 5) % 8;
  }
  shorter(cells, N);
  print(cells);
  longer(cells, N);
  print(cells);
  called(cells, N);
  print(cells);
  aliased(cells, cells, N);
  print(cells);
  integers(cells, &cells[0].n, (int)(sizeof(Cell) / sizeof(int)), N);
  print(cells);
  either(cells, N);
  print(cells);
  bits(cells, N);
  print(cells);
  others(cells, N);
  print(cells);
  same(cells, N);
  print(cells);
  return 0;
}
