// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that are the same in every iteration, or whose line only ever uses memory beside a block of the heap: the check names
// the array. Memory that belongs to no block but not to the allocator either is no finding, nor is a pointer with an offset.
// RUN: %hetccxx -fopenmp --hetcc-check -O2 -Wno-hetcc %s -o %t && not %t 100 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// RUN: %t 99 2>&1 | FileCheck %s --check-prefix=CLEAN
// COUNT-COUNT-11: : memory:
// COUNT-NOT: {{(window|clause|race|memory): }}
// COUNT: hetcc-check: 11 findings in 15 loops
// CLEAN: nothing found in 15 loops
#include <cstdio>
#include <cstdlib>
#include <omp.h>
static double fixed[16];
static double *zeros(int n) { return static_cast<double *>(calloc(n, sizeof(double))); }
static double product(const double *x, const double *y) { return *x * *y; }
typedef double Three[3];
// CHECK-DAG: beside-blocks.cpp:[[#DOT:@LINE+2]]: return
static __attribute__((noipa)) double dot(const double *x, const double *y) {
  return x[0] * y[0];
}

int main(int argc, char **argv) {
  const int n = 100, k = atoi(argv[1]);
  double *x = zeros(n), *y = zeros(n), *z = zeros(n), *large = zeros(1 << 20), s = 0, *ends[2] = {fixed, x + k};
  Three *v = static_cast<Three *>(calloc(n, sizeof(Three))), *between = static_cast<Three *>(calloc(9, sizeof(Three))),
        *w = static_cast<Three *>(calloc(n, sizeof(Three)));
  s += between[0][0];

  // CHECK-DAG: [[FILE:.*]]cpp:[[@LINE+1]]: memory: x[100] is read at {{.*}}:[[@LINE+3]] in iteration {{[0-9]+}}, 8 bytes behind the last of the 800 that were allocated
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[k];

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: z[100] is written at {{.*}}:[[@LINE+4]] in iteration 5, 8 bytes behind the last of the 800 that were allocated
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i == 5)
      z[k] = 3;
    y[i] += 1;
  }

  // hetcc's own condition fails here: an iteration writes what another one reads, if k were in it.
  // CHECK-DAG: cpp:[[@LINE+1]]: memory: x[100] is read at {{.*}}:[[@LINE+3]] in iteration {{[0-9]+}}, 8 bytes behind
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i] * x[k];

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: 'x', line {{[0-9]+}}: x[100] is read at {{.*}}:[[@LINE+6]] in iteration {{[0-9]+}}; the memory that was allocated ends before x[100]
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < k)
      j++;
    s += x[i] * x[j];
  }

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: 'v', line {{[0-9]+}}: v[100][0] is read at {{.*}} in iteration {{[0-9]+}}; the memory that was allocated ends before v[100][0]
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < k)
      j++;
    s += v[i][0] * v[j][0];
  }

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: {{.*}} is read at {{.*}} in iteration {{[0-9]+}}, 8 bytes behind the last of the 800
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = product(x + k, fixed) + omp_get_thread_num();

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: {{.*}} is read at {{.*}} in iteration {{[0-9]+}}, 8 bytes before the first of the 800
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[99 - k] + omp_get_thread_num();

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: {{.*}} is read at {{.*}} in iteration {{[0-9]+}}, 8 bytes behind the last of the 800
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = *ends[1] + omp_get_thread_num();

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: x[100] is read at {{.*}} in iteration {{[0-9]+}}, 8 bytes behind the last of the 800
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      y[i] += x[k] * j;

  // CHECK-DAG: cpp:[[@LINE+1]]: memory: z[100] is written at {{.*}} in iteration {{[0-9]+}}, 8 bytes behind the last of the 800
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    if (i == 2)
      z[k] = 1;

  // The line accesses two arrays, and leaves the second one.
  // CHECK-DAG: cpp:[[@LINE+1]]: memory: 'w', line {{[0-9]+}}: w[100][0] is read at {{.*}}beside-blocks.cpp:[[#DOT]] in iteration {{[0-9]+}}; the memory that was allocated ends before w[100][0]
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < k)
      j++;
    s += dot(v[i], v[99 - i]) + dot(w[i], w[j]);
  }

  // No fault: static memory, and a pointer into another block than the one that is used.
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = fixed[k % 16] + *ends[0];
  const double *other = z - (z - y) % n;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += other[z - other + i];

  // No fault: large blocks have pages of their own.
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = large[(1 << 20) - 1];

  // No fault: what the iterations allocate, and give back.
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *mine = zeros(i + 1);
    y[i] = mine[i] + omp_get_thread_num();
    free(mine);
  }
  printf("%g %g\n", y[5], s);
}
