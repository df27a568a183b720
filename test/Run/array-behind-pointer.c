// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In `(*buf)[i]` of a pointer to a pointer, the array is the one that `*buf` points to when the loop begins; a function
// that allocates for its caller has this form. If the loop may change `*buf`, it stays on the CPUs.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary

// CHECK: array-behind-pointer.c: 8 of 11 loops split
// CHECK-NEXT: {{.*}}: 'omp parallel for' is not split: 'buf' is in no data clause
// CHECK-NEXT: {{.*}}: 'omp parallel for' is not split: the pointers to rows of 'buf' are used without a subscript
// CHECK-NEXT: {{.*}}: 'omp parallel for' is not split: what it uses of the rows behind the pointers of 'other' is not known
#include <stdio.h>
#include <stdlib.h>

enum { N = 1200, Columns = 3 };
struct Part {
  double **cells;
  int count;
};

static void allocate(double **buf, size_t n, double first) {
  *buf = malloc(n * sizeof **buf);
#pragma omp parallel for
  for (size_t i = 0; i < n; ++i)
    (*buf)[i] = first + (double)i;
}

static void smooth(double **from, double **to, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    (*to)[i] = (*from)[i - 1] + (*from)[i + 1];
}

static void rows(double (**grid)[Columns], int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < Columns; j++)
      (*grid)[i][j] += i * j;
}

static void scatter(double **buf, int *const *key, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    (*buf)[(*key)[i]] += 1;
}

static void member(const struct Part *part) {
#pragma omp parallel for
  for (int i = 0; i < part->count; i++)
    (*part->cells)[i] *= 2;
}

/// `buf` may be an invalid pointer if no iteration dereferences it.
static void perhaps(double **buf, int any, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (any)
      y[i] += (*buf)[i];
}

/// Both pointers may lead to the same array.
static void both(double **a, double **b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    (*a)[i] = (*a)[i] + (*b)[i];
}

static void pointed(double **buf, int n) {
  double *const *shown = buf;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    (*shown)[i] += 1;
}

static void host(double **buf, double **other, int n) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) {
    if (i == n / 2)
      *buf = *other;
    (*buf)[i] += 1;
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) {
    (*buf)[i] += 1;
    if (i == n / 2)
      buf = other;
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) {
    double **changed = other;
    if (i == n / 2)
      changed[0] = *buf;
    (*other)[i] += 1;
  }
}

int main(void) {
  double *a, *b, (*grid)[Columns] = calloc(N, sizeof *grid);
  int *key = malloc(N * sizeof *key);
  for (int i = 0; i < N; i++)
    key[i] = (i * 7) % N;
  allocate(&a, N, 1);
  allocate(&b, N, 2);
  double *const kept = a, *const keptToo = b;
  struct Part part = {&a, N};
  for (int pass = 0; pass < 4; pass++) {
    smooth(&a, &b, N);
    rows(&grid, N);
    scatter(&b, &key, N);
    member(&part);
    perhaps(pass % 2 ? &a : NULL, pass % 2, b, N);
    both(&a, &b, N);
    both(&a, &a, N);
    pointed(&b, N);
    double *swapped = a; // in the next pass, the pointers lead to other arrays
    a = b;
    b = swapped;
  }
  host(&a, &b, N);
  for (int i = 0; i < N; i += 83)
    printf("%g %g %g\n", kept[i], keptToo[i], grid[i][2]);
  free(kept);
  free(keptToo);
  free(grid);
  free(key);
  return 0;
}
