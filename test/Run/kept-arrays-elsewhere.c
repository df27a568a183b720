// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that use an array without a data clause get the values that devices keep of it: the array is a reduction
// variable, lastprivate, in a struct that is passed by value, or used by a loop that runs on the CPUs alone.
// RUN: %hetcc -O2 %s -o %t 2>/dev/null
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,gpu,auto %t.serial %t
// RUN: env HETRT_WRITE=back %compare --schedules static,adaptive,gpu,auto %t.serial %t
// RUN: env HETRT_WRITE=back HETRT_HOST_THREAD=collaborative %compare --schedules static,gpu %t.serial %t
#include <hetcc.h>
#include <stdio.h>

enum { N = 500 };
static int a[N], b[N];
struct Settings {
  int factor, y[N];
};

static void copyOut(void) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N]))
  for (int i = 0; i < N; i++)
    b[i] = a[i];
}

int main(void) {
  int n = N;
  struct Settings s = {3, {0}};
#pragma omp target data map(tofrom : a, s.y)
  {
#pragma omp parallel for HETCC(hetero(1) part_copy(a[1:n]))
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for HETCC(hetero(1)) reduction(+ : a[10 : 8])
    for (int i = 0; i < n; i++)
      a[10 + i % 8] += 1000;
    copyOut();
    printf("reduction: %d %d\n", b[10], b[17]);

#pragma omp parallel for HETCC(hetero(1) part_copy(a[1:n]))
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for HETCC(hetero(1))
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      a[i % 10] += 1;
    }
    copyOut();
    printf("on the CPUs: %d %d\n", b[3], b[11]);

#pragma omp parallel for HETCC(hetero(1) part_copy(s.y[1:n]))
    for (int i = 0; i < n; i++)
      s.y[i] += 2 * i;
#pragma omp parallel for HETCC(hetero(1) part_copyout(b[1:n]))
    for (int i = 0; i < n; i++)
      b[i] = s.y[N - 1 - i] * s.factor;
    printf("by value: %d %d\n", b[0], b[100]);

#pragma omp parallel for HETCC(hetero(1)) lastprivate(a)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < N; j++)
        a[j] = i + j;
    copyOut();
    printf("last value: %d %d\n", b[0], b[100]);
  }
  printf("afterwards: %d %d\n", a[5], s.y[7]);
}
