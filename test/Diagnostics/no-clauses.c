// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If no clause can describe an array, because its length is found when the loop begins, --hetcc-explain says so, and names the
// condition under which devices run the loop.
// RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s
void anywhere(int n, double *y, const double *x, const int *at) {
  // CHECK: c:[[# @LINE + 1]]:{{.*}}: remark: no clauses are shown for this loop, since none can describe 'x'{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += x[at[i]];
}
void shifted(int n, int k, double *y, const double *x, const int *at) {
  // CHECK: c:[[# @LINE + 1]]:{{.*}}: remark: no clauses are shown for this loop, since none can describe 'x'; devices run it if '{{.*k.*}}'{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += x[at[i]] + at[k];
}
