// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that overlap: subscripts 4 * j + i, where i reaches into the next rows. The array counts as one-dimensional, not
// as rows of 4 elements; a device's copy could have another leading dimension.
// RUN: %serial %s -o %t.serial
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto %s -o %t
// RUN: %compare %t.serial %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, ALL = 100 };

int main(void) {
  double *x = malloc(ALL * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < ALL; i++)
    x[i] = i;
#pragma omp target data map(to : x[0 : ALL])
  {
#pragma omp target teams distribute parallel for map(from : y[0 : N])
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int j = 2; j < 10; j++)
        sum += x[4 * j + i];
      y[i] = sum;
    }
  }
  for (int i = 0; i < N; i++)
    printf("%g\n", y[i]);
  free(x), free(y);
}
