// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP loops whose 'map' gives the extents: an array that 'omp atomic' updates at any index is reduced into, and windows of other arrays
// are found. After '--hetcc-fix' has added its clauses next to the maps, the program compiles and does the same.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.c && cd %t && %hetcc --hetcc-auto --hetcc-fix -fopenmp -fsyntax-only fixed.c
// RUN: FileCheck %s < %t/fixed.c
// RUN: %hetcc -O1 -fopenmp -Werror=hetcc-host-only %t/fixed.c -o %t/run && %hetcc -O1 -fopenmp --hetcc-auto --hetcc-summary %s -o %t/auto 2>%t/found
// RUN: FileCheck %s --check-prefix=FOUND < %t/found
// RUN: %serial -O1 %s -o %t/serial && %compare %t/serial %t/run && %compare %t/serial %t/auto
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t/auto 2>&1 | FileCheck %s --check-prefix=RAN
// FOUND: 2 of 2 loops split
// RAN-COUNT-2: emulated:1 {{ *}}2500
#include <stdio.h>
#include <stdlib.h>

static void count(int n, const int *key, int *bins, int most) {
  // CHECK: map(tofrom : bins[0:most]) map(to : key[0:n]) HETCC(hetero(1) part_copyin(key[1:n])){{$}}
#pragma omp target teams distribute parallel for map(tofrom : bins[0:most]) map(to : key[0:n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    bins[key[i] & 15]++;
  }
}

static void scatter(int n, const int *key, double *to) {
  // CHECK: map(tofrom : to[0:n]) map(to : key[0:n]) HETCC(hetero(1) part_copyin(key[1:n])){{$}}
#pragma omp target teams distribute parallel for map(tofrom : to[0:n]) map(to : key[0:n])
  for (int i = 0; i < n; i++)
    to[key[i]] = i;
}

int main(void) {
  enum { N = 5000 };
  int *key = malloc(N * sizeof *key), bins[16] = {0};
  double *to = malloc(N * sizeof *to);
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % N, to[i] = 0;
  count(N, key, bins, 16);
  scatter(N, key, to);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += to[i] * (i % 13);
  for (int b = 0; b < 16; b++)
    printf("%d ", bins[b]);
  printf("%g\n", sum);
  return 0;
}
