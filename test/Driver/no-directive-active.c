// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive that the preprocessor removes has no effect: the object equals the host compiler's.
// RUN: %hetcc -O2 -g -c %s -o %t.o
// RUN: %host_cc -O2 -g -c %s -o %t.host.o
// RUN: cmp %t.o %t.host.o

void zero(int n, int *a) {
#ifdef NEVER
#pragma omp parallel for hetero(1) part_copyout(a[1:n])
#endif
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
