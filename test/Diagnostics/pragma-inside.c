// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _Pragma can put a pragma inside of a directive, where no directive accepts one. It is an error, as in gcc, and has no
// other effect, whether the inner pragma is OpenMP's, hetcc's or clang's, and whether its text is complete or not.
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
