// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Includes headers of the C library with all their extensions, which preprocess differently for gcc and for clang. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <hetcc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

int main(void) {
  double *x = (double *)malloc(N * sizeof *x), sum = 0;
  FILE *null = fopen("/dev/null", "w");
  memset(x, 0, N * sizeof *x);
  fprintf(null, "%s\n", secure_getenv("HOME"));
#pragma omp parallel for reduction(+ : sum) HETCC(hetero(1) part_copy(x[1:N]))
  for (int i = 0; i < N; i++) {
    x[i] = sqrt((double)i) + fabs(sin((double)i));
    sum += x[i];
  }
  fclose(null);
  printf("%.3f\n", sum);
  free(x);
  return 0;
}
