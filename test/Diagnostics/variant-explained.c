// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a loop with 'variant' (a kernel that the user wrote), --hetcc-explain says on which devices the kernel runs, and what others do.
// REQUIRES: clang
// RUN: %hetcc --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s
#include <stdio.h>

void f(int n, double *x) {
// CHECK: variant-explained.c:[[@LINE+1]]:{{.*}}remark: on NVIDIA GPUs kernel 'scale' runs in place of this loop{{$}}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) variant(cuda: scale in "scale.ptx")
  for (int i = 0; i < n; i++)
    x[i] *= 2;
// CHECK: variant-explained.c:[[@LINE+1]]:{{.*}}remark: on NVIDIA GPUs kernel 'scale' runs in place of this loop, on other accelerators nothing: it calls 'putchar'
#pragma omp parallel for hetero(1) part_copy(x[1:n]) variant(cuda: scale in "scale.ptx")
  for (int i = 0; i < n; i++)
    putchar((int)(x[i] *= 2));
}
