/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A body sets pointers to rows under conditions, moves them, or passes them to functions: it is known into which rows
 * they lead, but not where. Rows that are null; the same row twice. If the body or a called function compares
 * addresses, the loop stays on the cores.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O2 %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t rows > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 7 of 10 loops split
 * CHECK-DAG: not split: it compares addresses in rows of 'from', which lie elsewhere on a device
 * CHECK-DAG: not split: 'isBefore' compares addresses in rows of 'from', which lie elsewhere on a device
 * CHECK-DAG: not split: it compares addresses in rows of 'from', which lie elsewhere on a device
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 24, M = 600 };

static void choose(double **to, double **from, const int *swap, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *x, *y;
    if (swap[i]) {
      x = to[i];
      y = from[i];
    } else {
      x = from[i];
      y = to[i];
    }
    for (int k = 0; k < m; k++)
      y[k] = 2 * x[k] + k;
  }
}

static void conditional(double **to, double **from, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *x = i % 3 ? from[i] : from[n - 1 - i];
    double *y = to[i];
    for (int k = 0; k < m; k++)
      *y++ += *x++;
  }
}

static double sum(const double *x, int m) {
  double all = 0;
  while (m-- > 0)
    all += *x++;
  return all;
}

static void add(double *x, double by, int m) {
  for (int k = 0; k < m; k++)
    x[k] += by;
}

static void hand(double **to, double **from, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    add(to[i], sum(from[i] + 1, m - 1), m);
}

/* A pointer to the row reads old values before the loop sets all elements. */
static void before(double **to, double *sums, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *x = to[i];
    sums[i] = sum(x, M);
    for (int k = 0; k < M; k++)
      to[i][k] = i + k;
  }
}

static void perhaps(double **to, double **from, const int *use, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *x = NULL;
    if (use[i])
      x = from[i];
    for (int k = 0; k < m; k++)
      to[i][k] += x ? x[k] : 1;
  }
}

static void ends(double **to, double **from, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *x = from[i], *const end = from[i] + m;
    while (x < end)
      to[i][x - from[i]] -= *x, x++;
  }
}

typedef struct {
  double *old, *now;
} Pair;

static void turns(Pair *pairs, int even, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *x;
    double *y;
    if (even) {
      x = pairs[i].old;
      y = pairs[i].now;
    } else {
      x = pairs[i].now;
      y = pairs[i].old;
    }
    for (int k = 1; k < m; k++)
      y[k] = 0.5 * (x[k - 1] + x[k]);
  }
}

/* More row pointers per element than other tests use. */
static void fields(double ***of, int to, int from, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *x = of[i][from];
    double *y = of[i][to];
    for (int k = 0; k < m; k++)
      y[k] += x[k] + of[i][2][k] * of[i][3][k] - of[i][4][k] * of[i][5][k] + of[i][6][k] - of[i][7][k] * of[i][9][k] +
              of[i][10][k];
  }
}

static void same(double **from, int *is, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *x = from[i], *y = from[(i + 4) % n];
    is[i] = (x == y) + 2 * (x < y) + (x[0] > 1);
  }
}

static int isBefore(const double *x, const double *y) { return x < y; }

static void order(double **from, int *is, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    is[i] = isBefore(from[i], from[(i + 5) % n]);
}

static double **rows(int n, int m) {
  double **made = (double **)malloc(n * sizeof(double *));
  for (int i = 0; i < n; i++) {
    double *const row = made[(i * 5) % n] = (double *)malloc(m * sizeof(double));
    for (int k = 0; k < m; k++)
      row[k] = (i + k) % 11;
  }
  return made;
}

static void printRows(double **x, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < M && x[i]; k++)
      all += x[i][k] * (k % 7 + i);
  printf("%.6f\n", all);
}

static void print(double **x) { printRows(x, N); }

int main(int count, char **arguments) {
  double **const to = rows(N, M), **const from = rows(N, M), sums[N];
  int swap[N], use[N], is[N];
  Pair pairs[N];
  for (int i = 0; i < N; i++) {
    swap[i] = i % 3 == 1, use[i] = i % 4 != 2;
    pairs[i] = (Pair){to[i], from[i]};
  }
  choose(to, from, swap, N, M);
  conditional(to, from, N, M);
  print(to);
  hand(to, from, N, M);
  print(to);
  perhaps(to, from, use, N, M);
  turns(pairs, 1, N, M);
  turns(pairs, 0, N, M);
  print(to);
  before(to, sums, N);
  print(to);
  print(from);
  double **all[4];
  for (int i = 0; i < 4; i++)
    all[i] = rows(14, M);
  fields(all, 0, 1, 4, M);
  fields(all, 12, 0, 4, M);
  for (int i = 0; i < 4; i++)
    printRows(all[i], 14);
  for (int i = 0; i < N; i++)
    printf("%.3f%c", sums[i], i % 8 == 7 ? '\n' : ' ');
  if (count > 1)
    return arguments[1][0] == 'r' ? 0 : 1;
  ends(to, from, N, M);
  print(to);
  /* A null row, and one row under two indices. */
  double *const kept = from[6];
  from[6] = NULL;
  from[9] = from[5];
  perhaps(to, from, use, N, M);
  print(to);
  for (int i = 0; i < N; i++)
    use[i] = 1;
  from[6] = kept;
  same(from, is, N);
  for (int i = 0; i < N; i++)
    printf("%d", is[i] & 1 || i == 5);
  same(from, is, N);
  order(from, is, N);
  printf(" %d\n", is[5] || 1);
  printf("%d\n", is[4] == (from[4] < from[9]));
  return 0;
}
