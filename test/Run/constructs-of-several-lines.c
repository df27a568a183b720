// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A construct that is written as several, one in the other, is the combined one: `target` on a line of its own, with
// braces or without. What cannot be one directive, since something else stands in the braces or clauses would have to
// be told apart, stays the host compiler's.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=target --hetcc-summary %s -o %t -lm 2>&1 | FileCheck %s
// RUN: %serial -O1 %s -o %t.serial -lm
// RUN: %compare %t.serial %t
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=target --hetcc-check %s -o %t.check -lm && %t.check 2>&1 | FileCheck %s --check-prefix=CHECKED
// CHECK: 8 of 9 loops split
// CHECKED: nothing found in 9 loops

#include <stdio.h>

enum { N = 1000 };

static double x[N], y[N], z[N];

int main(void) {
  double sum = 0, other = 0, step = 0.5;
  int k = 3;
  for (int i = 0; i < N; i++)
    x[i] = i, y[i] = z[i] = 1;

#pragma omp target map(to: x[0:N]) map(tofrom: y[0:N])
#pragma omp teams distribute parallel for
  for (int i = 0; i < N; i++)
    y[i] += 2 * x[i];

  // Braces, comments, lines that go on behind a backslash.
#pragma omp target map(tofrom: y[0:N])
  // each of these is one construct's
  {
#pragma omp teams
    {
#pragma omp distribute parallel for \
        schedule(static)
      for (int i = 0; i < N; i++) {
        if (i > 1)
          y[i] += k;
      }
    }
  }

  // The same clause on both lines.
#pragma omp target teams map(to: y[0:N]) map(tofrom: sum) reduction(+ : sum)
#pragma omp distribute parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += y[i];

#pragma omp target map(tofrom: other) map(to: x[0:N])
#pragma omp parallel for reduction(+ : other)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      other += x[i] * j;

#pragma omp target map(tofrom: y[0:N])
#pragma omp teams loop
  for (int i = 0; i < N; i++)
    y[i] *= 2;

  // Data that is there already, and nothing to say about it.
#pragma omp target enter data map(to: x[0:N])
#pragma omp target
#pragma omp teams
#pragma omp distribute parallel for simd
  for (int i = 0; i < N; i++)
    x[i] += step;
#pragma omp target
#pragma omp loop collapse(2)
  for (int i = 0; i < N / 10; i++)
    for (int j = 0; j < 10; j++)
      x[i * 10 + j] += j;
#pragma omp target exit data map(from: x[0:N])

  // No loop alone: this one is plain OpenMP's, as are the statements beside it.
#pragma omp target map(tofrom: z[0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      z[i] += 1;
    z[0] = 7;
  }
  // Which 'if' is whose?
#pragma omp target if(k > 2) map(tofrom: z[0:N])
#pragma omp teams distribute parallel for if(k > 3)
  for (int i = 0; i < N; i++)
    z[i] += y[i];
  // What comes out of the loop, the construct has to map.
#pragma omp target map(tofrom: z[0:N], step)
#pragma omp teams distribute parallel for lastprivate(step)
  for (int i = 0; i < N; i++)
    z[i] += step = i;
#pragma omp target map(to: x[0:N])
#pragma omp teams distribute parallel for reduction(+ : k) // a copy of the construct's own, which nobody sees
  for (int i = 0; i < N; i++)
    k += x[i] > 5;
#pragma omp target
#pragma omp teams distribute parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    k += 1; // likewise
  }

  printf("%g %g %g\n", sum, other, step);
  for (int i = 0; i < N; i++)
    printf("%g %g %g\n", x[i], y[i], z[i]);
}
