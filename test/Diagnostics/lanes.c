// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The remarks of '--hetcc-explain' on inner loops: which loops the lanes of a device share, and why not the others.
// REQUIRES: clang
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not='remark: lanes' --implicit-check-not='stays sequential' %s
// RUN: %hetcc --hetcc-explain --hetcc-reassociate=no -fsyntax-only %s 2>&1 | FileCheck --check-prefix=ORDER %s
// RUN: %hetcc --hetcc-explain -frounding-math -fsyntax-only %s 2>&1 | FileCheck --check-prefix=ORDER %s
#include <math.h>

int pick(int);
static void add(double *to, double value) { *to += value; }

void sums(int n, int m, const double *a, double *y, int *counts) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyout(y[1:n]) part_copyout(counts[1:n])
  for (int i = 0; i < n; i++) {
    double sum = 0, most = a[i * m], least = a[i * m];
    int count = 0;
    // CHECK: lanes.c:[[# @LINE + 2]]:5: remark: lanes of a device share this loop: contiguous in 'a'; it combines 'sum'; it combines 'most'; it combines 'least'; it combines 'count'{{$}}
    // ORDER: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: 'sum' has to be combined in order
    for (int j = 0; j < m; j++) {
      sum = sum + a[i * m + j];
      if (a[i * m + j] > most)
        most = a[i * m + j];
      least = fmin(a[i * m + j], least);
      count += a[i * m + j] > 0;
    }
    y[i] = sum + most + least;
    counts[i] = count;
  }
}

void marked(int n, int m, const int *at, double *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n][0:m]) map(to: at[0:m])
  for (int i = 0; i < n; i++) {
    // CHECK: lanes.c:[[# @LINE + 2]]:5: remark: lanes of a device share this loop: contiguous in 'at'{{$}}
#pragma omp simd
    for (int j = 0; j < m; j++)
      y[i * m + at[j]] += 1;
    // CHECK: lanes.c:[[# @LINE + 2]]:5: remark: lanes of a device share this loop: contiguous in 'at'{{$}}
#pragma acc loop vector
    for (int j = 0; j < m; j++)
      y[i * m + at[j]] += 1;
    double sum = 0;
    // ORDER: lanes.c:[[# @LINE + 3]]:5: remark: lanes of a device share this loop: contiguous in 'at'; it combines 'sum'
    // CHECK: lanes.c:[[# @LINE + 2]]:5: remark: lanes of a device share this loop: contiguous in 'at'; it combines 'sum'
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += at[j];
    y[i * m] = sum;
  }
}

void dependent(int n, int m, const double *a, double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(x[1:n][0:m]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    double last = 0, sum = 0, part[8] = {0};
    int best = 0;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: several of its iterations may use an element of 'x' that one writes
    for (int j = 1; j < m; j++)
      x[i * m + j] += x[i * m + j - 1];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: several of its iterations may use an element of 'y' that one writes
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j];
    // CHECK: lanes.c:[[# @LINE + 2]]:5: remark: this loop stays sequential on a device: several of its iterations may use an element of 'y' that one writes
#pragma acc loop seq
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'last', which is declared outside of it
    for (int j = 0; j < m; j++)
      last = last / 2 + a[i * m + j];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'best', which is declared outside of it
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > a[i * m + best])
        best = j;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'sum', which is declared outside of it
    for (int j = 0; j < m; j++)
      add(&sum, a[i * m + j]);
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'part', which is declared outside of it
    for (int j = 0; j < m; j++)
      part[j % 8] += a[i * m + j];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it may end early
    for (int j = 0; j < m; j++)
      if (a[i * m + j] < 0)
        break;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it does not count from one bound to another
    for (int j = 1; j < m; j *= 2)
      x[i * m + j] = 0;
    // A bound of type double may be a fraction.
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it does not count from one bound to another
    for (int j = 0; j < x[i * m]; j++)
      x[i * m + j] = 0;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it has few iterations
    for (int j = 0; j < 4; j++)
      x[i * m + j] = 0;
    y[i] += last + sum + part[best % 8];
  }
}

void hidden(int n, int m, const int *a, int *x, int *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(x[1:n][0:m]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    int sum = 0, all = 1;
    const int *soFar = &sum;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: its bounds depend on 'x', which it writes
    for (int j = 0; j < x[i * m]; j++)
      x[i * m + j] = 0;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'sum', which pointers or references may lead to
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] + x[i * m + *soFar % m];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: 'all' decides whether something is changed
    for (int j = 0; j < m; j++)
      all = all && (x[i * m + j] = a[i * m + j]);
    y[i] = sum + all;
  }
}

void nests(int n, int m, int l, const double *a, const double *b, double *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*l], b[0:l*m]) part_copyout(c[1:n][0:m])
  for (int i = 0; i < n; i++)
    // Of two loops, the one with more contiguous accesses is shared; here each lane takes a column of b and c.
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop: contiguous in 'b', 'c'{{$}}
    for (int j = 0; j < m; j++) {
      double sum = 0;
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: this loop stays sequential on a device: lanes share the loop around it
      for (int k = 0; k < l; k++)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

void turned(int n, int m, int l, const double *a, const double *b, double *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*l], b[0:l*m]) part_copy(c[1:n][0:m])
  for (int i = 0; i < n; i++) {
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: each lane of a device goes through this loop anew for every turn that it has of the loops inside{{$}}
    for (int k = 0; k < l; k++)
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: contiguous in 'b', 'c'{{$}}
      for (int j = 0; j < m; j++)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    // The lanes share the inner loop, and repeat the work of each iteration of this loop.
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device go through this loop together: several of its iterations may use an element of 'c' that one writes
    for (int k = 0; k < l; k++) {
      double factor = sqrt(a[i * l + k]);
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: contiguous in 'b', 'c'{{$}}
      for (int j = 0; j < m; j++)
        c[i * m + j] += factor * b[k * m + j];
    }
  }
}

void planes(int n, int m, double (*x)[m][64]) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m][0:64])
  for (int i = 0; i < n; i++)
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop: together with the one inside; contiguous in 'x'{{$}}
    for (int j = 0; j < m; j++)
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: together with the one around it{{$}}
      for (int k = 63; k >= 0; k--)
        x[i][j][k] *= 2;
}

void between(int n, int m, double (*x)[m][64]) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m][0:64])
  for (int i = 0; i < n; i++)
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop{{$}}
    for (int j = 0; j < m; j++)
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: this loop stays sequential on a device: lanes share the loop around it
      for (int k = 1; k < 64; k *= 2)
        // CHECK: lanes.c:[[# @LINE + 1]]:9: remark: this loop stays sequential on a device: lanes share the loop around it
        for (int l = 0; l < m; l++)
          x[i][j][k] += l;
}

void triangles(int n, int m, double (*x)[m][64]) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m][0:64])
  for (int i = 0; i < n; i++)
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device go through this loop together: more is contiguous in the loop inside
    for (int j = 0; j < m; j++)
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: contiguous in 'x'{{$}}
      for (int k = 0; k < j; k++)
        x[i][j][k] *= 2;
}

void throughPointers(int n, int m, double *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    double *row = &x[i * m], *moved = row;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: 'x' is written, and used through pointers or references too
    for (int j = 0; j < m; j++)
      *moved++ = 0;
  }
}

void repeated(int n, int m, double *x, double *y) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    double value = y[i];
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: lanes would repeat loops that take as long
    for (int j = 0; j < m; j++)
      x[i * m + j] = value;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: it sets 'value', which is declared outside of it
    for (int j = 0; j < m; j++)
      value = value * value + 1;
    y[i] = value;
  }
}

void untold(int n, int m, double *x, int *counts) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(counts[1:n])
  for (int i = 0; i < n; i++) {
    int count;
    // 'count' is the same in all lanes, so it is not clear which lane should write x[i * m].
    x[i * m] = count = 1;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: this loop stays sequential on a device: a statement that changes both variables and arrays is not divided
    for (int j = 0; j < m; j++)
      x[i * m + j] += count;
  }
}

// Neighbouring iterations touch neighbouring elements, and all of them come to the same barriers.
void columns(int n, int m, const double *a, double *y, double *z) {
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copyout(y[1:m]) part_copy(z[0:n][1:m])
  for (int j = 0; j < m; j++) {
    double sum = 0;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop, neighbouring iterations side by side: it combines 'sum'{{$}}
    for (int i = 0; i < n; i++)
      sum += a[i * m + j];
    y[j] = sum;
    if (sum > 0)
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop, neighbouring iterations side by side{{$}}
      for (int i = 0; i < n; i++)
        z[i * m + j] = 0;
  }
}

void rows(int n, int m, const double *a, double *y) {
  double all = 0;
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copy(y[1:m])
  for (int j = 0; j < m; j++)
    if (y[j] > 0) {
      double sum = 0;
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: it combines 'sum'; neighbouring iterations not side by side, since whether lanes meet in line [[# @LINE + 1]], or how often, depends on the iteration
      for (int i = 0; i < n; i++)
        sum += a[i * m + j];
      y[j] = sum;
    }
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copy(y[1:m])
  for (int j = 0; j < m; j++)
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device go through this loop together
    for (int pass = 0; pass < j; pass++) {
      double sum = 0;
      // CHECK: lanes.c:[[# @LINE + 1]]:7: remark: lanes of a device share this loop: it combines 'sum'; neighbouring iterations not side by side, since whether lanes meet in line [[# @LINE + 1]], or how often, depends on the iteration
      for (int i = 0; i < n; i++)
        sum += a[i * m + j];
      y[j] += sum;
    }
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copy(y[1:m])
  for (int j = 0; j < m; j++) {
    double sum = 0;
    if (y[j] > 0)
      continue;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop: it combines 'sum'; neighbouring iterations not side by side, since a 'continue' may pass over line [[# @LINE + 1]], where lanes meet
    for (int i = 0; i < n; i++)
      sum += a[i * m + j];
    y[j] = sum;
  }
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copy(y[1:m]) reduction(+ : all)
  for (int j = 0; j < m; j++) {
    double sum = 0;
    // CHECK: lanes.c:[[# @LINE + 1]]:5: remark: lanes of a device share this loop: it combines 'sum'; neighbouring iterations not side by side, since the region's own variables are combined after the loop
    for (int i = 0; i < n; i++)
      sum += a[i * m + j];
    y[j] = sum;
    all += sum;
  }
  y[0] = all;
}
