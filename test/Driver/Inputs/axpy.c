// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One annotated loop; prints what it computed. */
#include <stdio.h>

enum { N = 1000 };
static float x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = y[i] = (float)i;
#pragma omp parallel for hetero(1, all, static) part_copyin(x[1:N]) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] = 2 * x[i] + y[i];
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i];
  printf("sum %.0f\n", sum);
  return 0;
}
