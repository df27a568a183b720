// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* An annotated function in a unit that clang cannot parse: forward declarations of parameters are an extension of gcc's. */
float first(int n; float y[n], int n);

void scale(int n, float *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 3 * y[i];
}
