// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// '-g' gives profilers and sanitizers the user's lines by '.loc' in PTX. The code is the same as without '-g': hetcc
// does not ask for code that debuggers can step through, because that is not optimised.
// REQUIRES: ptx, fatbinary
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O3 --hetcc-arch=sm_80 --save-temps -c %s -o plain.o && mv gpu-debug-lines.hetcc.ptx plain.ptx
// RUN: %hetcc -O3 -g --hetcc-arch=sm_80 --save-temps -c %s -o lines.o 2>&1 | count 0
// RUN: FileCheck %s --input-file=gpu-debug-lines.hetcc.ptx
// RUN: grep -a -c nv_debug_line_sass lines.o && not grep -a -c nv_debug_line_sass plain.o
// RUN: grep -E '^.(ld|st|fma|add|mul|setp|bra)' plain.ptx >plain.code; grep -E '^.(ld|st|fma|add|mul|setp|bra)' gpu-debug-lines.hetcc.ptx >lines.code
// RUN: test -s plain.code && cmp plain.code lines.code

// CHECK: .target sm_80{{$}}
// CHECK: .loc{{[[:space:]]}}[[FILE:[0-9]+]] [[@LINE+5]]
// CHECK: .file{{[[:space:]]}}[[FILE]] "{{.*}}gpu-debug-lines.c"
void axpy(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
