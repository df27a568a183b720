// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `critical` section that only adds to variables of the function, or sets and clears their bits, is a reduction: each
// device has its own values, which are combined in a section of that name. A section that does more stays on the cores.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t -lm 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %gcc_openmp -O1 %s -o %t.gcc -lm
// RUN: %compare %t.gcc %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=RAN
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3001 };
static int key[N], seen;
static double x[N], all;
static unsigned short bits = 0xffff;

static long several(int n) {
  long sum = 5;
  unsigned mask = 0, flips = 3;
  double weight = 0;
  unsigned char narrow = 250;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      sum = sum + key[i];
      mask |= 1u << key[i] % 20;
      flips ^= (unsigned)i;
      weight -= x[i];
      narrow++;
    }
  }
  return sum * 3 + mask + flips + (long)weight + narrow;
}

/* Globals, by names that lead to something else; in a team, in sections of a name, under a condition. */
static long globals(int n) {
  seen = 0, all = 0;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      if (key[i] > 3)
#pragma omp critical(ours)
        seen += 2;
#pragma omp for
    for (int i = 0; i < n; i++)
#pragma omp critical(ours)
    {
      all += x[i];
      --seen;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    bits &= (unsigned short)~(key[i] == 7 ? 1 << i % 16 : 0);
  }
  return seen * 7 + (long)all + bits;
}

static double root(int i) { return sqrt(x[i] * x[i]); }

/* What is never entered changes nothing: not the sign of a zero. */
static int never(int n) {
  double zero = -0.0, other = -0.0, called = 0;
  int none = 3;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (key[i] > 1000)
#pragma omp critical
    {
      zero += x[i];
      none += 1;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    other += 0.0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) {
#pragma omp critical
      called += root(i) + j;
    }
  return (signbit(zero) != 0) * 100 + (signbit(other) != 0) * 10 + none + (int)called;
}

static void scale(double *v) { *v *= 0.5; }

/* Sums whose addresses the function hands on: the sections use none of them. */
static double handedOn(int n) {
  double sum = 1, weight = 0;
  scale(&sum);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double own = x[i];
    scale(&own);
#pragma omp critical
    {
      sum += own;
      weight += 2 * own + key[i];
    }
  }
  scale(&weight);
  return sum + weight;
}

/* Other uses, extremes, products, truth values, other names, several names, other sections, variables of a thread. */
static double refused(int n, int *led) {
  double sum = 0, most = -1, *alias = &sum, product = 1;
  int any = 0, count = 0, two = 0, mine = 0, at = 0;
  int *to = &two;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum += *alias >= 0;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (x[i] > most)
      most = x[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    product *= x[i] > 0 ? 1.0001 : 1;
#pragma omp critical
    any = any || key[i] == 9;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      count += 2;
      at += count > 0;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical(one)
    mine += 1;
    if (key[i] > 1000) // never, or threads would race
#pragma omp critical(other)
      mine += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    two += *to < 0;
#pragma omp critical
    *led += 1;
#pragma omp critical
    seen += *led > 0;
  }
#pragma omp parallel
  {
    int own = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp critical
      own += key[i] > 3;
    }
#pragma omp critical
    at += own;
  }
  return sum + most + product + any + count + two + mine + at;
}

/* A section reads by another name what another section adds to: of the file, and of the function. */
static int *toSeen = &seen;
static int readElsewhere(int n) {
  int sum = 0, other = 0, more = 0, *to = &sum;
  seen = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum += 1;
#pragma omp critical
    other += *to > 0;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    seen += 2;
#pragma omp critical
    more += *toSeen > 0;
  }
  return sum + 2 * other + 3 * more + seen;
}

int main(void) {
  int led = 0;
  for (int i = 0; i < N; i++)
    key[i] = i % 11, x[i] = i % 17 * 0.5;
  for (int n = 0; n < N; n = n * 4 + 1) {
    printf("%ld %ld %d %.9g\n", several(n), globals(n), never(n), handedOn(n));
    printf("%.9g %d %d\n", refused(n, &led), led, readElsewhere(n));
  }
  return 0;
}
// CHECK: critical-sums.c: 8 of 17 loops split
// RAN: region {{.*}}critical-sums.c:
// RAN: emulated:1
