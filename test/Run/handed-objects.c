// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body passes objects with pointers to functions, by value and by address: a device has a copy of the object, whose
// pointers lead to the device's arrays. Only pointers that the functions follow count: `unused` may be null.
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all -Werror=hetcc-gpu-form %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int count;
  double scale;
  double *values;
  int *table;
  double *unused;
} Data;

static double look(Data d, int i) { return d.scale * d.values[d.table[i]]; }
static double deep(const Data *d, int i) { return look(*d, i) + d->count; }
static void keep(Data *d, double *values) { d->unused = values; }
static double kept(Data d, int i) {
  keep(&d, d.values);
  return d.unused[i];
}
static void bump(Data d, int i) { d.values[i] += 1; }

int main(void) {
  enum { N = 5000 };
  Data d = {3, 0.5, malloc(N * sizeof(double)), malloc(N * sizeof(int)), NULL};
  double *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++)
    d.values[i] = i, d.table[i] = i * 7 % N;

// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = look(d, i) + deep(&d, N - 1 - i) + d.values[i] * d.count;

  // A function that stores one of the pointers keeps the loop on the cores; one that writes through a pointer does not.
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split: 'd'
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += kept(d, i);
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    bump(d, i);

  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * i + d.values[i];
  printf("%.17g\n", sum);
  free(d.values), free(d.table), free(y);
}
