// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HETCC(...) on a line of its own belongs to no directive. In an argument of a macro that makes a directive, on a line
// that a backslash continues, and where the program defines HETCC itself, it is right.
// RUN: not %hetcc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %hetcc++ -x c++ -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %hetcc -DRIGHT -c %s -o %t.o 2>&1 | count 0
// RUN: %hetcc "-DHETCC(...)=" -c %s -o %t.o 2>&1 | count 0
#ifndef HETCC
#include <hetcc.h>
#endif
#define TEXT(...) #__VA_ARGS__
#define LOOP(...) _Pragma(TEXT(omp parallel for __VA_ARGS__))

#ifndef RIGHT
void before(int n, double *x) {
  // CHECK: stray-macro.c:[[# @LINE + 1]]:3: error: 'HETCC(...)' stands outside of a directive; it belongs on the line of one, as in '#pragma omp parallel for HETCC(hetero(1))'
  HETCC(hetero(1))
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void between(int n, double *x) {
#pragma omp parallel for
  // CHECK: stray-macro.c:[[# @LINE + 1]]:3: error: 'HETCC(...)' stands outside of a directive
  HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
#endif

void right(int n, double *x) {
#pragma omp parallel for                                                                                              \
    HETCC(hetero(1))
  for (int i = 0; i < n; i++)
    x[i] += 1;
  LOOP(
      HETCC(hetero(1)))
  for (int i = 0; i < n; i++)
    x[i] += 2;
  LOOP(schedule(static),
       HETCC(hetero(1)))
  for (int i = 0; i < n; i++)
    x[i] += 3;
}
