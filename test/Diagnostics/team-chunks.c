// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equal chunks give each thread of a team iterations that OpenMP promises, so such a loop stays OpenMP's where it uses
// what a thread has of its own.
// RUN: %hetcc -c %s -o %t.o 2>&1 | FileCheck %s
int omp_get_thread_num(void);
void sweep(int n, int c, int static_chunk, double *shared, double **own) {
#pragma omp parallel
  {
    double *y = own[omp_get_thread_num()];
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
#pragma omp for schedule(static, c) hetero(1)
    for (int i = 0; i < n; i++)
      shared[i] += 3;
#pragma omp for simd schedule(monotonic, simd : static) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 4;
// CHECK: team-chunks.c:[[@LINE+1]]:{{.*}}'schedule' says which thread of the team runs which iterations
#pragma omp for simd schedule(simd : static, 8) hetero(1)
    for (int i = 0; i < n; i++)
      y[i] += 5;
  }
}
