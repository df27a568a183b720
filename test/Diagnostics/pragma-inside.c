// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With _Pragma a pragma can come to stand inside of a directive, which no directive takes. Whether it is OpenMP's, one of
// ours or clang's own, closed or not, it is an error there, as to gcc, and nothing worse.
// REQUIRES: clang, plugin
// RUN: %verify %s
// RUN: not %hetcc -DONE -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %hetcc --hetcc-off -fopenmp -DONE -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: pragma-inside.c:[[#@LINE+5]]:{{[0-9]+}}: error: a pragma cannot stand inside of a directive
// CHECK-NOT: error

void f(int n, int *y) {
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(_Pragma("omp")1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
#ifndef ONE
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(1) part_copy(y[1:_Pragma("omp parallel for hetero(1) part_copy(y[1:n])") n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(1) _Pragma("acc data copy(y[0:n])") part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(1) _Pragma("pack(1)") part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(1) _Pragma("GCC diagnostic ignored \"-Wall\"") part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{a pragma cannot stand inside of a directive}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) reduction(max : _Pragma("largest) private(n)
  for (int i = 0; i < n; i++)
    y[i] = i;
#endif
}
