// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested constructs count as the combined construct: `target` on one line and `teams distribute parallel for` on the
// next, with or without braces. If they cannot be combined (other statements in the braces, or clauses whose construct
// is unclear), the host compiler's OpenMP runs them.
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

  // Braces, comments and line continuations between the constructs.
#pragma omp target map(tofrom: y[0:N])
  // one construct on each line
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

  // The same clause stands on both lines.
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

  // The data is already mapped, and no map says anything about it.
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

  // The braces contain more than the loop: this loop and the statements beside it are plain OpenMP.
#pragma omp target map(tofrom: z[0:N])
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      z[i] += 1;
    z[0] = 7;
  }
  // It is not clear to which constructs these 'if' clauses apply.
#pragma omp target if(k > 2) map(tofrom: z[0:N])
#pragma omp teams distribute parallel for if(k > 3)
  for (int i = 0; i < N; i++)
    z[i] += y[i];
  // The construct has to map the lastprivate variable that the loop sets.
#pragma omp target map(tofrom: z[0:N], step)
#pragma omp teams distribute parallel for lastprivate(step)
  for (int i = 0; i < N; i++)
    z[i] += step = i;
#pragma omp target map(to: x[0:N])
#pragma omp teams distribute parallel for reduction(+ : k) // the construct has its own copy of k, which is lost
  for (int i = 0; i < N; i++)
    k += x[i] > 5;
#pragma omp target
#pragma omp teams distribute parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    k += 1; // as above, a copy of k
  }

  printf("%g %g %g\n", sum, other, step);
  for (int i = 0; i < N; i++)
    printf("%g %g %g\n", x[i], y[i], z[i]);
}
