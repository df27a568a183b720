// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * A sparse matrix, in compressed rows, times a vector. Iteration i needs begin[i] and begin[i + 1], hence the halo of 1 (no
 * more than the one above is used). Where in `value`, `column` and `x` it reads depends on the data, so every device gets
 * all of them: `map(to: ...)`. They do not change, and `persist` moves them once for all products.
 *
 *     hetcc -O3 spmv.c -o spmv && HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 ./spmv
 */
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const int *begin, const int *column, const double *value, const double *x,
                     double *y) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(begin[1:n + 1:1]) map(to: column[0:begin[n]], value[0:begin[n]], x[0:n]) \
                               part_copyout(y[1:n]) persist(column, value))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(void) {
  enum { Count = 20000, Products = 10 };
  int *begin = malloc((Count + 1) * sizeof *begin), *column = malloc(3 * Count * sizeof *column);
  double *value = malloc(3 * Count * sizeof *value), *x = malloc(Count * sizeof *x), *y = malloc(Count * sizeof *y);
  if (!begin || !column || !value || !x || !y)
    return 2;

  // Second differences: -1, 2, -1 beside and on the diagonal.
  int k = 0;
  for (int i = 0; i < Count; i++) {
    begin[i] = k;
    for (int j = i - 1; j <= i + 1; j++)
      if (j >= 0 && j < Count) {
        column[k] = j;
        value[k++] = j == i ? 2 : -1;
      }
  }
  begin[Count] = k;

  int wrong = 0;
  for (int p = 0; p < Products; p++) {
    for (int i = 0; i < Count; i++)
      x[i] = (double)i * i + p;
    multiply(Count, begin, column, value, x, y);
    // The second difference of a parabola is constant.
    for (int i = 1; i < Count - 1; i++)
      wrong += y[i] != -2;
  }
#ifdef __HETCC__
#pragma omp depersist(column, value)
#endif
  printf("spmv: %d elements wrong after %d products\n", wrong, Products);
  free(begin);
  free(column);
  free(value);
  free(x);
  free(y);
  return wrong != 0;
}
