/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <hetcc.h>
#include <stdio.h>

double sum(int n, const double *x);

int main(void) {
  double x[3] = {1, 2, 3};
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:3]))
  for (int i = 0; i < 3; i++)
    x[i] *= 3;
  printf("%g %g %g\n", x[0], x[1], x[2]);
  return sum(3, x) != 18;
}
