// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel compiled by nvcc is linked with an annotated program, or read from a PTX file. With a GPU the kernel runs
// there; otherwise the loop's body runs on the cores.
// REQUIRES: nvcc
// RUN: %nvcc -O3 -arch=native -c %S/Inputs/variant-nvcc.cu -o %t.kernel.o || %nvcc -O3 -arch=sm_80 -c %S/Inputs/variant-nvcc.cu -o %t.kernel.o
// RUN: %nvcc -O3 -arch=sm_80 -ptx %S/Inputs/variant-nvcc.cu -o %t.ptx
// RUN: %hetcc -O2 -Wall -Wextra -DPTX='"'$(basename %t.ptx)'"' %s %t.kernel.o -o %t -L%cuda_libraries -Wl,-rpath,%cuda_libraries -lcudart -lstdc++
// RUN: %serial -DSERIAL %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include <stdio.h>

#ifndef SERIAL
void axpy(long long first, long long count, double a, const double *x, double *y);
#endif

static double x[10000], y[10000];

int main(void) {
  const int n = 10000;
  for (int i = 0; i < n; i++)
    x[i] = i, y[i] = 1;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: axpy(2.0, x, y))
  for (int i = 0; i < n; i++)
    y[i] += 2.0 * x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) variant(cuda: axpy(0.5, x, y) in PTX, 128)
  for (int i = 0; i < n; i++)
    y[i] += 0.5 * x[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += y[i] * (i % 7);
  printf("%g\n", sum);
}
