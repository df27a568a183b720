// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that leave a global or local array of declared length, behind its end or before its beginning, are reported. Accesses that a
// condition guards, that use the memory of a larger array, or whose array has no declared length are not.
// RUN: %hetcc -fopenmp --hetcc-check -O1 -fno-strict-aliasing -Wno-all %s -o %t && not %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// COUNT-COUNT-4: : memory: 
// COUNT-NOT: {{race|memory|window}}:
// COUNT: hetcc-check: 4 findings in
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
static double a[N], b[N], after[N], grid[10][10];
extern double elsewhere[];
double elsewhere[2 * N];
struct Tail {
  int count;
  double values[1];
};

static void leaves(int n) {
  double own[N], result[N];
  for (int i = 0; i < N; i++)
    own[i] = i;
  // CHECK-DAG: declared-arrays.c:[[@LINE+1]]: memory: 'a', line [[@LINE+1]]: the loop runs over 0 to 99 and needs indices 1 to 100, but the extent is 100: there are only indices 0 to 99
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i + 1];
  // CHECK-DAG: declared-arrays.c:[[@LINE+1]]: memory: 'own', line [[@LINE+1]]: the loop runs over 0 to 99 and needs indices -1 to 98, but
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = own[i - 1];
  // CHECK-DAG: declared-arrays.c:[[@LINE+1]]: memory: 'result', line [[@LINE+1]]: the loop runs over 0 to 99 and needs indices 2 to 101, but
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    result[i + 2] = i < n - 2;
  // CHECK-DAG: declared-arrays.c:[[@LINE+1]]: memory: 'after', line [[@LINE+1]]: the loop runs over 0 to 100
#pragma omp parallel for
  for (int i = 0; i <= n; i++)
    after[i] = i;
  printf("%g\n", result[5] + own[3]);
}

static void doesNot(int n, double given[N / 2], struct Tail *tail) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i < N - 1)
      b[i] = a[i + 1];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = i + 1 < n ? a[i + 1] : 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = (&grid[0][0])[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = grid[0][i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = elsewhere[i + n];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] += given[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    tail->values[i] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      if (i + k >= n)
        break;
      b[i] += a[i + k];
    }
  }
}

int main(int count, char **words) {
  (void)words;
  double *given = calloc(N, sizeof *given);
  struct Tail *tail = calloc(1, sizeof *tail + N * sizeof(double));
  doesNot(count * N, given, tail);
  leaves(count * N);
  doesNot(0, given, tail);
  free(given);
  free(tail);
}
