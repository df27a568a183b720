// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Array elements are truncated when they are stored in a smaller type: the element is not the bound of the inner loop.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O1 %s -o %t.serial
// RUN: %t.serial > %t.want
// RUN: env HETRT_DEVICES=cpu:2 %t | diff %t.want -
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | diff %t.want -
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | diff %t.want -
#include <stdio.h>
#include <stdlib.h>

enum { N = 200, M = 16 };
static int far[N];
static double *rows[N], flat[N * M];

int main(void) {
  for (int i = 0; i < N; i++) {
    far[i] = i % M - 256;
    rows[i] = malloc(M * sizeof *rows[i]);
    for (int k = 0; k < M; k++)
      rows[i][k] = flat[i * M + k] = i * 100 + k;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    unsigned char end = far[i];
    for (int k = 0; k < end; k++)
      sum += rows[i][k];
  }
  printf("%.17g\n", sum);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    _Bool end = far[i];
    for (int k = 0; k < end; k++)
      sum += rows[i][k];
  }
  printf("%.17g\n", sum);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    unsigned char end = far[i];
    for (int k = 0; k < end; k++)
      sum += flat[i * M + k];
  }
  printf("%.17g\n", sum);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    int whole = far[i];
    unsigned char end = whole;
    for (int k = 0; k < end; k++)
      sum += rows[i][k];
  }
  printf("%.17g\n", sum);
  for (int i = 0; i < N; i++)
    free(rows[i]);
}
