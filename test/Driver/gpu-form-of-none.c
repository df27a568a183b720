// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the device compiler refuses all loops of a unit, hetcc builds it without a GPU form, and warns. C89 (-ansi) is no such case.
// REQUIRES: ptx
// RUN: rm -f %t.o && %hetcc -DREFUSED -msse4.2 -O2 -c %s -o %t.o 2>&1 | FileCheck %s && test -s %t.o
// RUN: sed "/^\/\//d" %s >%t.c && %hetcc -ansi -O2 %t.c -o %t 2>&1 | count 0 && %t | FileCheck --check-prefix=OUTPUT %s
// CHECK: warning: {{.*}}no form for GPUs{{.*}}[-Whetcc-gpu-form]
// OUTPUT: 999
#include <stdio.h>

#ifdef REFUSED
#include <nmmintrin.h>
#define NOTHING _mm_crc32_u32(0, 0)
#else
#define NOTHING 0
#endif

static double y[1000];

int main(void) {
  int i;
#pragma omp parallel for hetero(1) part_copy(y[1:1000])
  for (i = 0; i < 1000; i++) {
    y[i] += i + NOTHING;
  }
  printf("%g\n", y[999]);
  return 0;
}
