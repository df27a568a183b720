// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that assign a part of each element and do not read the element: a member, bits, half of a complex number, an
// element of an inner array. The rest of the element keeps its value, whichever device computes it.
// RUN: %hetcc -O2 -Werror=hetcc-host-only %s -o %t -pthread
// RUN: %serial -O2 %s -o %t.serial -pthread
// RUN: %compare %t.serial %t
#include <complex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, Rounds = 60 };

struct Pair {
  int a;
  double b;
};
struct Bits {
  unsigned low : 5, high : 20;
};
union Either {
  int i;
  double d;
};
struct Table {
  float values[4];
  struct Pair pair;
};

static void member(int n, struct Pair *s) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    s[i].a = i;
}

static void bits(int n, struct Bits *s) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    s[i].low = (unsigned)i % 32;
}

static void alternative(int n, union Either *u) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    u[i].i = i;
}

static void half(int n, double _Complex *z) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    __real__ z[i] = i;
}

/// The same pass also reads parts that it does not assign.
static void inside(int n, struct Table *t, double *sum) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    t[i].values[1] = (float)i;
    t[i].pair.a = -i;
    sum[i] = t[i].values[2] + t[i].pair.b;
  }
}

static void rows(int n, int m, struct Pair (*s)[5]) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[i][j].b = i + j;
}

static void stated(int n, struct Pair *s) {
#pragma omp parallel for hetero(1) part_copyout(s [1:n])
  for (int i = 0; i < n; i++)
    s[i].b = i;
}

/// All parts of an element are assigned, by two statements.
static void both(int n, struct Pair *s) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    s[i].a = 2 * i;
    s[i].b = 3 * i;
  }
}

static struct Pair shared[N];

static void *first(void *unused) {
  for (int round = 1; round <= Rounds; round++)
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
      shared[i].a = i + round;
  return unused;
}

static void *second(void *unused) {
  for (int round = 1; round <= Rounds; round++)
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
      shared[i].b = i - round;
  return unused;
}

int main(void) {
  struct Pair s[N], (*r)[5] = malloc(N * sizeof *r);
  struct Bits bitfields[N];
  union Either u[N];
  double _Complex z[N];
  struct Table *t = malloc(N * sizeof *t);
  double sum[N];
  for (int i = 0; i < N; i++) {
    s[i] = (struct Pair){7, i + 0.5};
    bitfields[i] = (struct Bits){3, (unsigned)i};
    u[i].d = 1.0 / (i + 1);
    z[i] = 1 + i * 1.0iF;
    t[i] = (struct Table){{1, 2, 3 + (float)i, 4}, {5, 6.5}};
    for (int j = 0; j < 5; j++)
      r[i][j] = (struct Pair){i * j, 0};
  }
  member(N, s), bits(N, bitfields), alternative(N, u), half(N, z), inside(N, t, sum), rows(N, 4, r);
  for (int i = 0; i < N; i++)
    printf("%d %g %u %u %a %g %g %g\n", s[i].a, s[i].b, bitfields[i].low, bitfields[i].high, u[i].d, creal(z[i]),
           cimag(z[i]), sum[i]);
  for (int i = 0; i < N; i++)
    printf("%g %g %g %g %d %g %d %g %d %g\n", t[i].values[0], t[i].values[1], t[i].values[2], t[i].values[3],
           t[i].pair.a, t[i].pair.b, r[i][3].a, r[i][3].b, r[i][4].a, r[i][4].b);
  stated(N, s);
  printf("%d %g\n", s[N - 1].a, s[N - 1].b);
  both(N, s);
  printf("%d %g\n", s[N - 1].a, s[N - 1].b);
  pthread_t other;
  if (pthread_create(&other, NULL, first, NULL) != 0)
    abort();
  second(NULL);
  pthread_join(other, NULL);
  for (int i = 0; i < N; i++)
    printf("%d %g\n", shared[i].a, shared[i].b);
  free(r), free(t);
}
