// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With schedule(static, n), OpenMP says which thread runs which iterations, so such a loop of a team stays plain OpenMP.
// RUN: %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
void sweep(int n, int c, int static_chunk, double *y) {
#pragma omp parallel
  {
// CHECK: team-chunks.c:[[@LINE+1]]:{{.*}}'schedule' says which thread of the team runs which iterations
#pragma omp for schedule(static, c) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 1;
// CHECK-NOT: team-chunks.c:{{.*}}'schedule' says
#pragma omp for schedule(static) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 2;
#pragma omp for schedule(dynamic, static_chunk) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 3;
#pragma omp for simd schedule(monotonic, simd : static) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 4;
// CHECK: team-chunks.c:[[@LINE+1]]:{{.*}}'schedule' says which thread of the team runs which iterations
#pragma omp for simd schedule(simd : static, 8) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 5;
  }
}
