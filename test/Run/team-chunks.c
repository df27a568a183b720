// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equal chunks give each thread of a team the iterations that OpenMP promises it. Loops that use nothing that a thread
// has of its own are split all the same; the others, and what lies in memory of the thread's own, stay with OpenMP.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %gcc_openmp -O1 %s -o %t.gcc
// RUN: %compare %t.gcc %t
// RUN: env OMP_NUM_THREADS=3 %compare %t.gcc %t
// RUN: env OMP_NUM_THREADS=1 %compare %t.gcc %t
#include "Inputs/checksum.h"
#include <omp.h>
#include <stdlib.h>

enum { N = 1003, Most = 64 };
static int a[N], b[N], c[N], owner[N], left[Most];
#pragma omp threadprivate(left)

/* Each in elements that no other iteration has, for counts around the chunks. */
static void shared(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for schedule(static, chunk)
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp for schedule(static, chunk) nowait
    for (int i = 0; i < n; i++)
      b[i] += 2 * a[i];
#pragma omp for schedule(monotonic : static, chunk)
    for (int i = 0; i < n; i++)
      c[i] += b[i] + 1;
  }
}

/* A thread finds what it has left in its own memory: by a pointer, in a variable of its own, in a threadprivate one. */
static void own(int n, int chunk) {
#pragma omp parallel
  {
    int *mine = calloc(N, sizeof *mine), last = 0;
#pragma omp for schedule(static, chunk) nowait
    for (int i = 0; i < n; i++)
      mine[i] = 3 * i + 1;
#pragma omp for schedule(static, chunk) nowait
    for (int i = 0; i < n; i++) {
      last = i + 1;
      left[i % Most] = i;
    }
#pragma omp for schedule(static, chunk)
    for (int i = 0; i < n; i++)
      a[i] += mine[i] + (last > i) + left[i % Most] / N;
    free(mine);
  }
}

/* A loop that OpenMP keeps, and one behind it that relies on its threads. */
static void beside(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for schedule(static, chunk) nowait
    for (int i = 0; i < n; i++)
      owner[i] = omp_get_thread_num() + 1;
#pragma omp for schedule(static, chunk)
    for (int i = 0; i < n; i++)
      b[i] += owner[i] > 0;
#pragma omp for collapse(2) schedule(static, chunk) nowait
    for (int i = 0; i < n / 10; i++)
      for (int j = 0; j < 10; j++)
        owner[10 * i + j] = omp_get_thread_num() + 2;
#pragma omp for collapse(2) schedule(static, chunk)
    for (int i = 0; i < n / 10; i++)
      for (int j = 0; j < 10; j++)
        c[10 * i + j] += owner[10 * i + j] > 1;
  }
}

int main(void) {
  static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 64, 999, N}, chunks[] = {1, 2, 5, 100, 2000};
  for (unsigned n = 0; n < sizeof counts / sizeof *counts; n++)
    for (unsigned k = 0; k < sizeof chunks / sizeof *chunks; k++) {
      shared(counts[n], chunks[k]);
      own(counts[n], chunks[k]);
      beside(counts[n], chunks[k]);
    }
  printChecksum("a", a, sizeof a);
  printChecksum("b", b, sizeof b);
  printChecksum("c", c, sizeof c);
}
// CHECK: team-chunks.c: 4 of 10 loops split
// CHECK-DAG: 'schedule' says which thread of the team runs which iterations
