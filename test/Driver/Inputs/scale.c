// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* An annotated function that other units call. */
void scale(int n, float *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 3 * y[i];
}
