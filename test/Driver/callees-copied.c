// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host compilers inline a static function with a single caller, whatever its size. The emulated and the outlined form
// of a loop are further callers of that function; they are 'flatten' and so inline a copy first. The function then has
// one caller left, and is inlined into the user's loop as without hetcc.
// REQUIRES: target-x86_64
// RUN: %gcc_openmp -O2 -S %s -o - | FileCheck %s
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -S %s -o - | FileCheck %s
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-emit-source=- -c %s | FileCheck %s --check-prefix=FORMS

// CHECK-NOT: {{^(normal|area)[.:]}}
// CHECK-NOT: call{{.*}}normal
// FORMS: static __attribute__((flatten)) void hetrt_emulated_0(
// FORMS: static __attribute__((flatten)) void hetrt_outlined_0_body(

#include <math.h>

static double area(const double *p, const double *q, const double *r) {
  double u[3], v[3], w[3];
  for (int k = 0; k < 3; k++)
    u[k] = q[k] - p[k], v[k] = r[k] - p[k];
  for (int k = 0; k < 3; k++)
    w[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2;
}

static double normal(const double (*corner)[3]) {
  double sum = 0;
  for (int side = 0; side < 6; side++)
    sum += area(corner[side], corner[side + 1], corner[(side + 2) % 8]) / (1 + side);
  for (int k = 0; k < 8; k++)
    sum -= fabs(corner[k][0] * corner[k][1] + corner[k][2]) * (k % 3 ? 1 : 2);
  return sum > 0 ? sqrt(sum) : -sqrt(-sum);
}

void normals(int n, const double (*restrict corners)[8][3], double *restrict to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = normal(corners[i]);
}
