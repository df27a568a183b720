// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic in a GPU kernel is done in float, not double; division and square root are rounded as in IEEE 754,
// and become approximations with '-ffast-math'.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O3 --save-temps -c %s -o x.o && mv *.ptx exact.ptx && FileCheck %s <exact.ptx
// RUN: %hetcc -O3 -ffast-math --save-temps -c %s -o x.o && mv *.hetcc.ptx fast.ptx && FileCheck %s --check-prefix=FAST <fast.ptx
// RUN: %hetccxx -x c++ -O3 --save-temps -c %s -o x.o && mv *.hetcc.ptx cxx.ptx && FileCheck %s <cxx.ptx
#include <math.h>

// CHECK: .entry
// CHECK-NOT: f64
// CHECK-NOT: approx
// CHECK-DAG: sqrt.rn.f32
// CHECK-DAG: div.rn.f32
// CHECK-NOT: f64
// CHECK-NOT: approx
// FAST: .entry
// FAST-NOT: f64
// FAST-DAG: sqrt.approx{{(.ftz)?}}.f32
// FAST-DAG: div.approx{{(.ftz)?}}.f32
void f(int n, const float *x, float *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 1.5f / x[i] + sqrtf(y[i]) * 2.0f + fabsf(x[i]);
}
