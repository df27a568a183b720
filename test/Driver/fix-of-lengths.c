// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-fix leaves a loop as it is if the runtime finds the length of an array when the loop begins: no clause can say
// that length, and a loop with `hetero` and without it would stay on the cores. The next loop gets its clauses.
// RUN: cp %s %t.c && %hetcc -fopenmp --hetcc-auto=all --hetcc-fix --hetcc-summary -c %t.c -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.c
// RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -c %t.c -o %t.o 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-show-clauses -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHOWN
static double length(int n, const double *p) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += p[k] * p[k];
  return sum;
}

void rows(int np, int nd, double (*p)[3], double (*f)[3]) {
// CHECK: fix-of-lengths.c{{.*}}.c:[[@LINE+2]]:{{.*}}warning: '--hetcc-fix' writes nothing here, since the length of 'p' is found when the loop begins, and no clause says it
// FIXED: {{^}}#pragma omp parallel for{{$}}
#pragma omp parallel for
  for (int i = 0; i < np; i++)
    for (int j = 0; j < np; j++)
      f[i][0] += length(nd, p[j]);
}

void indices(int n, const int *at, const double *x, double *y) {
// CHECK: warning: '--hetcc-fix' writes nothing here, since the length of 'x' is found
// FIXED: {{^}}#pragma omp parallel for{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[at[i]];
}

void plain(int n, const double *x, double *y) {
// FIXED: #pragma omp parallel for HETCC(hetero(1) part_copyout(y[1:n]) part_copyin(x[1:n]))
// SHOWN-NOT: [0:0]
// SHOWN: found for this loop: '#pragma omp parallel for HETCC(hetero(1) part_copyout(y[1:n]) part_copyin(x[1:n]))'
// SHOWN-NOT: [0:0]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}
// CHECK: 3 of 3 loops split
// AGAIN: 2 of 2 loops split
