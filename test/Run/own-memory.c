/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Memory that iterations allocate and free, in the body and in called functions, arrays whose lengths are constants
 * under another name, and C library functions that only use their arguments. If an iteration frees memory that it did
 * not allocate, or keeps memory, the loop stays on the cores.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t own > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 6 of 10 loops split
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };

/* A row for each iteration; the allocation may fail. */
static void medians(const double *x, double *y, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *sorted = (double *)malloc(m * sizeof *sorted);
    if (!sorted)
      abort();
    for (int k = 0; k < m; k++)
      sorted[k] = x[(i + k) % n];
    for (int k = 1; k < m; k++)
      for (int j = k; j > 0 && sorted[j] < sorted[j - 1]; j--) {
        const double kept = sorted[j];
        sorted[j] = sorted[j - 1];
        sorted[j - 1] = kept;
      }
    y[i] = sorted[m / 2];
    free(sorted);
  }
}

/* Rows behind pointers, in a private variable. */
static void tables(double *y, int n, int m) {
  double **rows;
  int i, j, k;
#pragma omp parallel for private(rows, j, k)
  for (i = 0; i < n; i++) {
    rows = (double **)calloc(m, sizeof *rows);
    for (k = 0; k < m; k++) {
      rows[k] = k % 3 ? (double *)malloc((k + 1) * sizeof **rows) : NULL;
      for (j = 0; j <= k && rows[k]; j++)
        rows[k][j] = i + j * k;
    }
    for (k = 1; k < m; k++)
      if (rows[k] != NULL)
        y[i] += rows[k][k / 2];
    for (k = 0; k < m; k++)
      free(rows[k]);
    free(rows);
  }
}

static double longest(const double *x, int n) {
  int count = 0, room = 2;
  double *kept = (double *)malloc(room * sizeof *kept), sum = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (count == room)
        kept = (double *)realloc(kept, (room *= 2) * sizeof *kept);
      kept[count++] = x[i];
    }
  for (int i = count; i-- > 0;)
    sum = 0.5 * sum + kept[i];
  free(kept);
  return sum;
}

static void grown(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n - 8; i++)
    y[i] -= longest(x + i, 8);
}

static void constants(const double *x, double *y, int n) {
  const int width = 8;
#pragma omp parallel for
  for (int i = 0; i <= n - width; i += width) {
    double sums[width], both[2][width];
    for (int k = 0; k < width; k++)
      sums[k] = x[i + k], both[k % 2][k] = k;
    for (int k = 0; k < width; k++)
      y[i + k] += sums[width - 1 - k] + both[k % 2][k];
  }
}

static void chances(double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned seed = 17 * i + 3;
    for (int k = 0; k < 5; k++)
      y[i] += rand_r(&seed) % 100;
  }
}

static void words(const char (*text)[16], int *lengths, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    lengths[i] = (int)strlen(text[i]) * 2 + (strcmp(text[i], text[0]) == 0) + (strncmp(text[i], "1", 1) < 0);
}

/* In the following loops, the memory that is freed or kept is not the iteration's own. */
static void release(double **rows, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    free(rows[i]);
}

static void keep(double **rows, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    rows[i] = (double *)malloc(4 * sizeof **rows);
    rows[i][0] = i;
  }
}

static void replaced(double **rows, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = (double *)malloc(sizeof *row);
    *row = i;
    y[i] += *row;
    if (i % 2) {
      free(row);
      row = rows[i];
    }
    free(row);
  }
}

static void giveBack(double *row) { free(row); }

static void handed(double **rows, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    giveBack(rows[i]);
}

int main(int count, char **arguments) {
  static double x[N], y[N];
  static char text[N][16];
  static int lengths[N];
  static double *rows[N];
  double all = 0;
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 11;
    snprintf(text[i], sizeof text[i], "w%d%s", i % 37, i % 2 ? "ords" : "");
  }
  medians(x, y, N, 9);
  tables(y, N, 6);
  grown(x, y, N);
  constants(x, y, N);
  chances(y, N);
  words(text, lengths, N);
  for (int i = 0; i < N; i++)
    all += y[i] * (i % 5 + 1) + lengths[i];
  printf("%.6f\n", all);
  if (count > 1)
    return arguments[1][0] == 'o' ? 0 : 1;
  keep(rows, N);
  all = 0;
  for (int i = 0; i < N; i++)
    all += rows[i][0];
  printf("%.6f\n", all);
  release(rows, N);
  keep(rows, N);
  replaced(rows, y, N);
  handed(rows, N);
  printf("%.6f\n", y[7]);
  return 0;
}
