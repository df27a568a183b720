// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterator is a pointer is a loop over indices of the pointer's array, and is split in the same way, with
// steps, halo, reductions and lastprivate, for each kind of step, relation and element.
// RUN: %serial -O2 -fopenmp %s -o %t.serial -lm && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=MOVED
#include <stdio.h>
#include <stdlib.h>

// CHECK: 14 of 14 loops split

struct particle {
  double x, v;
  int hits;
};

enum { N = 1000 };
static double a[2 * N], b[N + 2], grid[N][8];
static struct particle particles[N];
static char letters[N];

static void show(const char *what, const double *from, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += from[i] * (i % 7 + 1);
  printf("%s %.10g\n", what, sum);
}

/// Two elements per iteration; the last iteration would not be complete.
static void pairs(double *from, int n) {
#pragma omp parallel for
  for (double *p = from; p < from + n - 1; p += 2) {
    *p = n;
    p[1] = *p + 1;
  }
}

/// Each device gets half of `to`, and half of `from` with one element on either side.
static void smooth(const double *from, const double *end, double *to) {
  // MOVED: loops-over-pointers.c:44: static, 1 pass
  // MOVED: emulated:0 {{.*}} 4.0 kB 4.0 kB
  // MOVED: emulated:1 {{.*}} 4.0 kB 4.0 kB
#pragma omp parallel for
  for (const double *p = from; p != end; ++p)
    to[p - from] = p[-1] + 2 * *p + *(p + 1);
}

static void backwards(double *from, int n) {
  double *p;
#pragma omp parallel for
  for (p = from + n - 1; p >= from; p--)
    *p += p - from;
#pragma omp parallel for
  for (p = &from[n - 1]; from < p; p -= 3)
    p[-1] = 0.5 * p[0];
}

static void move(struct particle *first, int n, double dt) {
#pragma omp parallel for
  for (struct particle *q = first; q < first + n; q++) {
    q->x += dt * q->v;
    (*q).hits = q->x > 1;
  }
}

static double energy(const struct particle *first, const struct particle *last) {
  double sum = 0, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (const struct particle *q = first; q <= last; q++) {
    sum += q->v * q->v;
    most = q->x > most ? q->x : most;
  }
  return sum + most;
}

static void rows(double (*first)[8], int n) {
#pragma omp parallel for
  for (double (*row)[8] = first; row < first + n; row++)
    for (int j = 0; j < 8; j++)
      (*row)[j] = 8 * (row - first) + j;
}

/// After the loop, the pointer has the value that the serial loop leaves.
static long behind(double *from, int n) {
  double *p;
#pragma omp parallel for simd lastprivate(p)
  for (p = from; p < from + n; p += 3)
    *p = 1;
  return p - from;
}

static double *somewhere(void) { return a + 5; }

int main(void) {
  for (int i = 0; i < N; i++) {
    b[i] = i % 11;
    particles[i].v = i % 5;
  }
  b[N] = b[N + 1] = 3;
  pairs(a, 2 * N - 1);
  show("pairs", a, 2 * N);
  smooth(b + 1, b + N + 1, a);
  show("smooth", a, N);
  backwards(a + N, N / 2);
  show("backwards", a, 2 * N);
  move(particles, N, 0.25);
  printf("energy %.10g\n", energy(particles, particles + N - 1));
  rows(grid, N);
  show("rows", grid[0], 8 * N);
  printf("behind %ld\n", behind(a, N));
  show("behind", a, 2 * N);
  // Zero iterations.
  pairs(0, 1);
  rows(grid, 0);
  // A function returns the first pointer.
#pragma omp parallel for
  for (double *p = somewhere(); p < a + N; p++)
    *p = 2;
  // Pointers into the middle of an array in a data region, forwards and backwards.
#pragma omp target data map(tofrom : a[0 : 2 * N])
  {
    for (int step = 0; step < 3; step++) {
#pragma omp parallel for
      for (double *p = a + 7; p < a + 2 * N - 9; p++)
        *p += 1;
#pragma omp parallel for
      for (double *p = a + N; p > a; --p)
        *p *= 0.5;
    }
  }
  show("kept", a, 2 * N);
  char *end = letters + N;
#pragma omp parallel for
  for (char *c = letters; c < end; c++)
    *c = 'a' + (c - letters) % 26;
  printf("%c%c%c\n", letters[0], letters[27], letters[N - 1]);
  // Inner loops with pointers as counters, too: rows with a stride, and backwards.
  double sums[100];
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    double sum = 0;
    for (const double *p = a + i * 10; p < a + (i + 1) * 10; ++p)
      sum += *p;
    for (const double *p = a + (i + 1) * 10, *last = a + i * 10; p != last;)
      sum += *--p;
    const double *row = a + i * 10, *p;
    for (p = row + 9; p >= row; --p)
      sum -= 2 * *p;
    sums[i] = sum;
  }
  show("inside", sums, 100);
#pragma omp parallel for
  for (double (*row)[8] = grid; row != grid + N; ++row)
    for (double *p = *row; p < *row + 8; ++p)
      *p = 2 * *p + (p - *row);
  show("cells", grid[0], 8 * N);
  return 0;
}
