// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of an inner loop may depend on each other in ways that are easy to overlook. Any number of lanes gives the
// serial result; such a loop runs on one lane.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32 --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// All of these loops have a device form, and no warning option finds a mistake in it.
// RUN: %hetcc -O3 -Wall -Wextra -Werror %s -o %t.strict 2>&1 | count 0
// Lanes share the loops in truthValues(), twoNames(), members() and hints().
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'lanes of a device share this loop' | FileCheck --check-prefix=SHARED %s
// SHARED: 8
#include "Inputs/checksum.h"

enum { ROWS = 40, COLUMNS = 50, WIDE = 300 };
static long x[ROWS * COLUMNS], y[ROWS * COLUMNS], z[ROWS], wide[ROWS * WIDE];

/* An int that a loop with zero iterations does not combine keeps its value, and does not become 0 or 1. */
static void truthValues(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    int all = 5, any = 6, none = 7, turns = i % 3 ? 0 : m;
    for (int j = 0; j < turns; j++)
      all = all && x[i * m + j] < 100000;
    for (int j = 0; j < m; j++)
      if (x[i * m + j] > 100000)
        any = any || x[i * m + j];
    for (int j = 0; j < turns; j++)
      none = none && x[i * m + j] > 100000;
    z[i] += all * 100 + any * 10 + none;
  }
}

/* Whether an element is written depends on what the earlier iterations found. */
static void shortCircuit(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copy(y[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    int all = 1;
    for (int j = 0; j < m; j++)
      all = all && (y[i * m + j] = x[i * m + j] < 200);
    z[i] += all;
  }
}

static void evaluatedTwice(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    long least = 0;
    for (int j = 0; j < m; j++)
      if ((x[i * m + j] -= 1) < least)
        least = (x[i * m + j] -= 1);
    z[i] += least;
  }
}

static void condition(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copy(y[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    long bits = 1;
    for (int j = 0; j < m; j++) {
      long count = 0;
      do
        count++;
      while (bits ^= (count + x[i * m + j]) & 1);
      y[i * m + j] += count;
    }
    z[i] += bits;
  }
}

/* A constant keeps its value when the variable that initialized it changes. */
static void constants(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    int start = 1;
    const int next = start;
    start = 0;
    for (int j = 0; j < m - 1; j++)
      x[i * m + j + next] = x[i * m + j + start] + 1;
  }
}

static void fractions(int n, int m) {
  double half = 10.5;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < half; j++)
      x[i * m + j] += 5;
    for (int j = 40; j >= half; j--)
      x[i * m + j] *= 3;
    for (int j = 0; j < m * 0.51f; j++)
      x[i * m + j] -= 7;
  }
}

/* Pointers may lead to the variable into which iterations combine. */
static void pointers(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copy(y[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = 3, left = 20;
    const long *soFar = &sum, *limit = &left;
    for (int j = 0; j < m; j++) {
      sum += x[i * m + j];
      y[i * m + j] = *soFar;
    }
    for (int j = 0; j < *limit; j++) {
      left -= 1;
      y[i * m + j] += 1;
    }
    z[i] += sum + left;
  }
}

struct view {
  long *to;
};
static inline void put(struct view v, int k, long value) { v.to[k] = value; }
static inline void look(const struct view *v, int k, long value) { v->to[k] = value; }

static void views(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    long room[COLUMNS] = {0}, more[COLUMNS] = {0};
    struct view v = {room}, w = {more};
    for (int j = 0; j < m; j++) {
      x[i * m + j] += 1;
      put(v, j, j + i);
    }
    for (int j = 0; j < m; j++) {
      x[i * m + j] += 1;
      look(&w, j, j * i);
    }
    for (int j = 0; j < m; j++)
      x[i * m + j] += room[m - 1 - j] + more[m - 1 - j];
  }
}

/* Both pointers may lead to one array: the compiler cannot know, and the runtime finds out. */
static void twoNames(int n, int m, long *a, const long *b) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:m]) part_copyin(b[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i * m + j] += b[i * m + j - 1];
}

/* A counter that wraps around its type before it reaches its bound. */
static void around(int n, int m, unsigned char first) {
#pragma omp parallel for hetero(1) part_copy(wide[1:n][0:m])
  for (int i = 0; i < n; i++)
    for (unsigned char j = first; j != first - 244; j++)
      for (int k = 0; k < 3; k++)
        wide[i * m + j + k] = wide[i * m + j + k] * 3 + j;
}

struct pair {
  long a, b;
};

static void members(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    struct pair own = {i, 2}, *p = &own;
    for (int j = 0; j < m; j++)
      x[i * m + j] += p->a * p->b;
    p->a = 5;
    for (int j = 0; j < m; j++)
      x[i * m + j] ^= own.a;
  }
}

// Hints to the optimiser before what only lane 0 does, and before what waits for lane 0; the last iteration has a value
// that a loop with zero iterations would not set.
static void hints(int n, int m) {
  long last = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(z[1:n]) lastprivate(last)
  for (int i = 0; i < n; i++) {
    long sum = 0;
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++)
      x[i * m + j] += 3;
    for (int j = 0; j < m; j++)
      x[i * m + j] += j;
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++)
      sum += x[i * m + j];
    for (int j = 0; j < m; j++)
      x[i * m + j] ^= sum;
    z[i] += sum;
    last = i + sum;
  }
  z[0] += last;
}

int main(int argc, char **argv) {
  (void)argv;
  int n = ROWS - 1 + argc, m = COLUMNS - 1 + argc;
  for (int k = 0; k < ROWS * COLUMNS; k++)
    x[k] = k * 7919L % 1009 - 500, y[k] = k % 13;
  truthValues(n, m), shortCircuit(n, m), evaluatedTwice(n, m), condition(n, m), constants(n, m);
  printChecksum("y", y, sizeof y);
  fractions(n, m), pointers(n, m), views(n, m), twoNames(n, m, x, y), twoNames(n, m, x, x);
  around(n, WIDE - 1 + argc, (unsigned char)(249 + argc)), members(n, m), hints(n, m);
  printChecksum("x", x, sizeof x), printChecksum("y", y, sizeof y), printChecksum("z", z, sizeof z);
  printChecksum("wide", wide, sizeof wide);
  return 0;
}
