// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// '--hetcc-fix' adds hetcc's clauses to loops with OpenMP directives that '--hetcc-auto' would split, and includes the
// header that they need. Other loops stay unchanged, and the program has the same serial result.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.c && cd %t && %hetcc --hetcc-auto=all --hetcc-fix -fopenmp -fsyntax-only fixed.c
// RUN: FileCheck %s < %t/fixed.c
// RUN: %hetcc -O1 -fopenmp -Werror=hetcc-host-only %t/fixed.c -o %t/run
// RUN: gcc -O1 -w %s -o %t/serial
// RUN: %compare %t/serial %t/run
// A second run changes nothing.
// RUN: cp %t/fixed.c %t/once.c && %hetcc --hetcc-auto=all --hetcc-fix -fopenmp -fsyntax-only %t/fixed.c && cmp %t/fixed.c %t/once.c
// CHECK: {{^}}#include <hetcc.h>{{$}}
#include <stdio.h>
enum { N = 1000 };

static double x[N], y[N];

static double scaled(const double *a, double *b, int n, int m) {
  double s = 0;
  // CHECK: {{^}}#pragma omp parallel for HETCC(hetero(1) part_copyout(b[1:n]) part_copyin(a[1:n])) // is kept{{$}}
#pragma omp parallel for // is kept
  for (int i = 0; i < n; i++)
    b[i] = 2 * a[i];
  // CHECK: {{^}}#pragma omp parallel for reduction(+ : s) \
  // CHECK-NEXT: {{^}}    schedule(static) HETCC(hetero(m >= 0) map(to: a[0:9 * m + n])){{$}}
#pragma omp parallel for reduction(+ : s) \
    schedule(static)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      s += a[m * j + i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  double s = scaled(x, y, N / 4, 50);
  // CHECK: {{^}}#pragma omp parallel for{{$}}
  // CHECK-NEXT: for (int i
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    y[N - 1 - i] += i;
  }
  for (int i = 0; i < N; i += 97)
    printf("%g ", y[i]);
  printf("%g\n", s);
  return 0;
}
