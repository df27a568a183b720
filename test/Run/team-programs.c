// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two whole programs in one parallel region each: conjugate gradients in functions that all threads call, in C89 style,
// and k-means with a reduction into the centres. hetero(1) is the only clause, except for the extent of an array that
// is read through indices.
// RUN: %hetcc -O2 -std=gnu89 %s -o %t
// RUN: %serial -O2 -std=gnu89 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=4 %compare --schedules adaptive,static,chunk_dynamic %t.serial %t

#include <stdio.h>

enum { N = 400, POINTS = 900, CLUSTERS = 3 };
static int row[N + 1], col[3 * N];
static long value[3 * N], x[N], p[N], q[N], r[N];
static long pq, rr;

static void multiply(const long *from, long *to) {
  int i, k;
  long sum;
#pragma omp for hetero(1) map(to : from[0 : N])
  for (i = 0; i < N; i++) {
    sum = 0;
    for (k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * from[col[k]];
    to[i] = sum;
  }
}

static long dot(const long *a, const long *b, long *into) {
  int i;
#pragma omp single
  pq = 0;
#pragma omp for hetero(1) reduction(+ : pq)
  for (i = 0; i < N; i++)
    pq += a[i] * b[i];
#pragma omp single
  *into = pq;
  return *into;
}

static void gradients(void) {
  int i, n = 0, step;
  long factor;
  for (i = 0; i < N; i++) {
    row[i] = n;
    if (i > 0)
      col[n] = i - 1, value[n++] = -1;
    col[n] = i, value[n++] = 4 + i % 3;
    if (i < N - 1)
      col[n] = i + 1, value[n++] = -1;
  }
  row[N] = n;
#pragma omp parallel default(none) private(i, step, factor) shared(x, p, q, r, rr)
  {
#pragma omp for nowait schedule(static) hetero(1)
    for (i = 0; i < N; i++) {
      x[i] = 0;
      r[i] = i % 11 - 5;
    }
#pragma omp for schedule(static) hetero(1)
    for (i = 0; i < N; i++)
      p[i] = r[i];
    for (step = 0; step < 6; step++) {
      multiply(p, q);
      factor = dot(p, q, &rr) % 13;
#pragma omp for nowait hetero(1)
      for (i = 0; i < N; i++)
        x[i] += factor * p[i];
#pragma omp for hetero(1)
      for (i = 0; i < N; i++) {
        r[i] -= q[i];
        p[i] = r[i] % 1000 + p[i] % 7;
      }
    }
  }
  for (i = 0; i < N; i += 57)
    printf("x %ld r %ld\n", x[i], r[i]);
}

static int at[POINTS], member[POINTS];
static long centre[CLUSTERS];

static void means(void) {
  int i, c, best, round, changes = 0;
  long sums[CLUSTERS], counts[CLUSTERS];
  for (i = 0; i < POINTS; i++)
    at[i] = (i * 37) % 1000 + i % 3 * 5000, member[i] = -1;
  for (c = 0; c < CLUSTERS; c++)
    centre[c] = c * 900;
#pragma omp parallel private(best, c, round)
  {
    for (round = 0; round < 5; round++) {
#pragma omp single
      {
        changes = 0;
        for (c = 0; c < CLUSTERS; c++)
          sums[c] = counts[c] = 0;
      }
#pragma omp for schedule(static) reduction(+ : changes) reduction(+ : sums, counts) hetero(1)
      for (i = 0; i < POINTS; i++) {
        best = 0;
        for (c = 1; c < CLUSTERS; c++) {
          const long old = at[i] - centre[best], own = at[i] - centre[c];
          if (own * own < old * old)
            best = c;
        }
        if (member[i] != best)
          changes++;
        member[i] = best;
        sums[best] += at[i];
        counts[best]++;
      }
#pragma omp single
      for (c = 0; c < CLUSTERS; c++)
        if (counts[c])
          centre[c] = sums[c] / counts[c];
#pragma omp master
      printf("round %d: %d changes\n", round, changes);
#pragma omp barrier
    }
  }
  for (c = 0; c < CLUSTERS; c++)
    printf("centre %ld\n", centre[c]);
}

int main(void) {
  gradients();
  means();
  return 0;
}
