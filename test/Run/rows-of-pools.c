/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Rows at equal distances in blocks of memory, with unknown lengths or overlapping: a device has the blocks. Planes
 * closer together than rows, a block for each plane, row or element number of a row, elements before a row, rows in any
 * order; with unequal distances, or with the row pointers in the block itself, the cores run loops that write.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t pools > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 3 of 3 loops split
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rowStride, planeStride;
  double **fields;
} Box;

typedef struct {
  int box, i, j, k;
} Tile;

typedef struct {
  int border, tileCount;
  Box *boxes;
  Tile *tiles;
} Level;

enum { BOXES = 3, FIELDS = 4, SIDE = 8, WIDTH = SIDE + 2, VOLUME = WIDTH * WIDTH * WIDTH, HALF = SIDE / 2 };

static void smooth(Level *level, int to, int from) {
#pragma omp parallel for
  for (int t = 0; t < level->tileCount; t++) {
    const int box = level->tiles[t].box, border = level->border;
    const int rows = level->boxes[box].rowStride, planes = level->boxes[box].planeStride;
    const double *x = level->boxes[box].fields[from] + border * (1 + rows + planes);
    double *y = level->boxes[box].fields[to] + border * (1 + rows + planes);
    for (int k = level->tiles[t].k; k < level->tiles[t].k + HALF; k++)
      for (int j = level->tiles[t].j; j < level->tiles[t].j + HALF; j++)
        for (int i = level->tiles[t].i; i < level->tiles[t].i + SIDE; i++) {
          const int at = i + j * rows + k * planes;
          y[at] = 0.5 * x[at] + 0.1 * (x[at - 1] + x[at + 1] + x[at - rows] + x[at + rows] + x[at + planes]) -
                  0.01 * x[at - planes];
        }
  }
}

static void scatter(double **rows, const int *index, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      rows[i][index[k]] += i + k;
}

/* An iteration reads elements of the next row that the next row's iteration does not write. */
static void overlap(double **rows, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      rows[i][k] += rows[i][k + m + m];
}

static void print(const double *x, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += x[i] * (i % 7 + 1);
  printf("%.6f\n", all);
}

/* Where the rows are: all in one block, at two strides, or in a block for each field, box or row. */
enum Layout { ByField, ByBox, BlockOfField, BlockOfBox, BlockOfRow, Layouts };

static double *place(enum Layout layout, double **blocks, int box, int field) {
  switch (layout) {
  case ByField:
    return blocks[0] + (field * BOXES + box) * VOLUME;
  case ByBox:
    return blocks[0] + (box * FIELDS + field) * VOLUME;
  case BlockOfField:
    return blocks[field] + 5 + box * VOLUME;
  case BlockOfBox:
    return blocks[box] + (FIELDS - 1 - field) * VOLUME + 3;
  default:
    return blocks[box * FIELDS + field] + 1 + (box + field) % 3;
  }
}

static void boxes(enum Layout layout) {
  enum { ALL = BOXES * FIELDS * VOLUME, COUNT = BOXES * FIELDS };
  Box *const made = (Box *)malloc(BOXES * sizeof(Box));
  Tile *const tiles = (Tile *)malloc(BOXES * 4 * sizeof(Tile));
  double *blocks[COUNT];
  Level level = {1, BOXES * 4, made, tiles};
  for (int k = 0; k < COUNT; k++) {
    const int size = layout == BlockOfRow ? VOLUME + 4 : ALL + 8;
    blocks[k] = (double *)malloc(size * sizeof(double));
    for (int i = 0; i < size; i++)
      blocks[k][i] = i % 17;
  }
  for (int b = 0; b < BOXES; b++) {
    made[b] = (Box){WIDTH, WIDTH * WIDTH, (double **)malloc(FIELDS * sizeof(double *))};
    for (int f = 0; f < FIELDS; f++)
      made[b].fields[f] = place(layout, blocks, b, f);
    for (int q = 0; q < 4; q++)
      tiles[b * 4 + q] = (Tile){b, 0, (q % 2) * HALF, (q / 2) * HALF};
  }
  smooth(&level, 2, 0);
  smooth(&level, 3, 2);
  smooth(&level, 0, 3);
  for (int k = 0; k < COUNT; k++) {
    print(blocks[k], layout == BlockOfRow ? VOLUME + 4 : ALL + 8);
    free(blocks[k]);
  }
  for (int b = 0; b < BOXES; b++)
    free(made[b].fields);
  free(made);
  free(tiles);
}

enum { N = 16, M = 40, LONG = N * M * 4 };

int main(int count, char **arguments) {
  static int index[M], before[M];
  double *rows[N], *const pool = (double *)calloc(LONG, sizeof(double));
  for (int k = 0; k < M; k++)
    index[k] = (k * 3) % M, before[k] = k - M / 2;
  for (int layout = 0; layout < Layouts; layout++)
    boxes((enum Layout)layout);
  for (int i = 0; i < N; i++) /* in reverse order, with memory before and after */
    rows[i] = pool + (N - i) * M + 3;
  scatter(rows, index, N, M);
  print(pool, LONG);
  scatter(rows, before, N, M);
  print(pool, LONG);
  for (int i = 0; i < N; i++)
    rows[i] = pool + i * M;
  overlap(rows, N - 4, M / 4);
  print(pool, LONG);
  /* Each row is in the middle of its own block. */
  for (int i = 0; i < N; i++)
    rows[i] = (double *)calloc(LONG / 2, sizeof(double)) + M + i;
  scatter(rows, before, N, M);
  for (int i = 0; i < N; i++)
    print(rows[i] - M - i, LONG / 2);
  if (count > 1)
    return arguments[1][0] == 'p' ? 0 : 1;
  /* Rows at unequal distances. */
  for (int i = 0; i < N; i++)
    rows[i] = pool + i * M;
  rows[5] += LONG / 2;
  scatter(rows, before + M / 2, N, M / 2);
  print(pool, LONG);
  /* One row is in another block. */
  double *const other = (double *)calloc(LONG, sizeof(double));
  rows[5] = other + 7;
  scatter(rows + 1, before + M / 2, N - 1, M / 2);
  print(pool, LONG);
  print(other, LONG);
  /* The row pointers are in the same block. */
  double **const both = (double **)calloc(LONG, sizeof(double));
  for (int i = 0; i < N; i++)
    both[i] = (double *)(both + N) + i * M;
  scatter(both, index, N, M);
  print((double *)(both + N), N * M);
  /* An array that the loop reads is in the same block, too. */
  for (int k = 0; k < M; k++)
    ((int *)other)[k] = (k * 7) % M;
  for (int i = 0; i < N; i++)
    rows[i] = other + M + i * M;
  scatter(rows, (int *)other, N, M);
  print(other + M, LONG - M);
  return 0;
}
