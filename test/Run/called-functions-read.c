// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Called functions may read file-scope variables, directly or through other functions: on a device they get the
// region's copies, in parallel loops and in loops of a team. The variables may change between two passes.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-no-cuda --hetcc-emit-source %s >%t.out && FileCheck --check-prefix=TEXT %s --input-file=%t.out

// CHECK: called-functions-read.c: 4 of 9 loops split
// CHECK-NEXT: called-functions-read.c:[[# @LINE + 75]]: 'omp parallel for' is not split: 'counted' uses the variable 'calls', in 'counted'
// CHECK-NEXT: called-functions-read.c:[[# @LINE + 79]]: 'omp parallel for' is not split: 'all' uses the variable 'table', in 'all'
// CHECK-NEXT: called-functions-read.c:[[# @LINE + 82]]: 'omp parallel for' is not split: 'scaled' reads 'factor', which the loop has copies of
// CHECK-NEXT: called-functions-read.c:[[# @LINE + 85]]: 'omp parallel for' is not split: 'at' reads 'table', which the loop writes
// CHECK-NEXT: called-functions-read.c:[[# @LINE + 90]]: 'omp parallel for' is not split: 'at' uses the variable 'table', in 'at'
// TEXT: double hetrt_called_[[N:[0-9]+]]_at(__typeof__(table[0]) *hetrt_given_table, __typeof__(shift) hetrt_given_shift, int i, int j)
// TEXT: double hetrt_called_[[N]]_sum(__typeof__(table[0]) *hetrt_given_table, __typeof__(shift) hetrt_given_shift, int i)
// TEXT: += hetrt_called_[[N]]_at(hetrt_given_table, hetrt_given_shift, i, j)
// TEXT: hetrt_called_[[N]]_sum(table, shift, {{.*}}i)
#include <stdio.h>

enum { N = 1500, Columns = 5 };
struct Bounds {
  int least, most;
};
static double table[N][Columns], y[N];
static double shift = 0.5, factor = 3;
static struct Bounds bounds = {10, 1400};
static int calls;
extern const double weights[3];
const double weights[3] = {1, 2, 4};

static double at(int i, int j) { return table[(i * 7) % N][j] + shift; }

static inline double sum(int i) {
  double all = 0;
  for (int j = 0; j < Columns; j++)
    all += at(i, j);
  return all;
}

static int isWithin(int i) { return i >= bounds.least && i < bounds.most; }

static double dot(const double *row) { return row[0] + row[Columns - 1]; }
static double first(void) { return dot(table[0]) + weights[1]; }

static double scaled(double x) { return factor * x; }

static double counted(double x) {
  calls++;
  return x;
}

static double total(const double (*rows)[Columns]) { return rows[1][2]; }
static double all(void) { return total((const double(*)[Columns])table); }

static void sums(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += sum(i) * sum(N - 1 - i);
}

static void inTeam(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] -= isWithin(i) ? first() : scaled(at(i, 1));
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      if (isWithin(i))
        y[i] += first();
  }
}

static double most(void) {
  double greatest = -1e30;
#pragma omp parallel for reduction(max : greatest)
  for (int i = 0; i < N; i++)
    if (scaled(y[i]) > greatest)
      greatest = scaled(y[i]);
  return greatest;
}

static void host(void) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++)
    y[i] = counted(y[i]);
  const double(*rows)[Columns] = (const double(*)[Columns])table;
  (void)rows;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += all();

#pragma omp parallel for firstprivate(factor)
  for (int i = 0; i < N; i++)
    y[i] += scaled(factor);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    table[i][4] = at(i, 3);
}

static void hidden(double shift) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += at(i, 0) * shift;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < Columns; j++)
      table[i][j] = (i * 3 + j) % 11;
  for (int pass = 0; pass < 3; pass++) {
    sums();
    inTeam();
    shift += 1;
    bounds.least += 100;
    table[pass][0] = pass;
    printf("%g\n", most());
  }
  host();
  hidden(2);
  for (int i = 0; i < N; i += 97)
    printf("%g %g\n", y[i], table[i][4]);
  printf("%d\n", calls);
  return 0;
}
