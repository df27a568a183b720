// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For an array that may be written at any index, devices find their changes by comparing copies. --hetcc-explain says
// so, and --hetcc-show-clauses prints the equivalent clause 'map(tofrom:)'.
// RUN: %hetcc -fopenmp --hetcc-explain --hetcc-show-clauses -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %hetcc -fopenmp --hetcc-explain -DWRITTEN -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WRITTEN %s

static double y[100];

void scatter(int n, const int *to, const double *x) {
#ifdef WRITTEN
// WRITTEN: difference.c:[[#@LINE+1]]:{{[0-9]+}}: remark: array 'y' may be written at any index: each device has a copy of all of it, and compares it with the old values to find what it has changed
#pragma omp parallel for hetero(1) map(tofrom: y[0:100]) part_copyin(to[1:n]) part_copyin(x[1:n])
#else
// CHECK: remark: found for this loop: '#pragma omp parallel for hetero(1) map(tofrom: y[0:100]) part_copyin(to[1:n]) part_copyin(x[1:n])'
// CHECK: remark: array 'y' may be written at any index: each device has a copy of all of it, and compares it with the old values to find what it has changed
#pragma omp parallel for hetero(1)
#endif
  for (int i = 0; i < n; i++)
    y[to[i]] = x[i];
}
