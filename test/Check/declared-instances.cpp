// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size with which an array is declared is that of each instance of a template, whichever was instantiated last.
// RUN: %hetccxx -O1 -DFIRST=400 -DSECOND=800 --hetcc-check %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
// RUN: %hetccxx -O1 -DFIRST=800 -DSECOND=400 --hetcc-check %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "hetcc.h"
#include <cstdio>

template <int N> __attribute__((noinline)) double sum(int n) {
  double a[N] = {}, s = 0;
#pragma omp parallel for HETCC(hetero(1) part_copyout(a[1:n]))
  for (int i = 0; i < 400; i++)
    a[i] = i;
  for (double each : a)
    s += each;
  return s;
}

int main() {
  const double first = sum<FIRST>(800), second = sum<SECOND>(800);
  printf("%g\n", first + second);
  return 0;
}
// CHECK: declared-instances.cpp:[[@LINE-13]]: clause: part_copyout(a), line [[@LINE-13]]: wanted at most the 400 elements that 'a' is declared with, found 800{{$}}
// CHECK: 1 finding in 1 loop
