// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plain OpenMP loop without clauses: the report names the `if` clause and the condition of hetcc's own that kept devices out, and
// in how many passes; a checking run names the condition, too.
// RUN: %hetcc -fopenmp --hetcc-auto=all -O1 %s -o %t
// RUN: env HETRT_REPORT=1 HETRT_SCHEDULE=static HETRT_DEVICES=emulated:2 %t 2>&1 | FileCheck %s
// RUN: env HETRT_REPORT=json:%t.json HETRT_SCHEDULE=static HETRT_DEVICES=emulated:2 %t
// RUN: %reported %t.json "'if(k < 5)' in regions[0]['no_accelerator']"
// RUN: %hetcc -fopenmp --hetcc-check -O1 %s -o %t.check && %t.check 2>&1 | FileCheck %s --check-prefix=CHECKED
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  const int n = 1000;
  double *x = calloc(n + 1, sizeof *x), *y = calloc(n, sizeof *y);
  // CHECK: region {{.*}}:[[# @LINE + 3]]: static, 6 passes
  // CHECK: no accelerator in 1 of 6 passes: 'if(k < 5)' is false
  for (int k = 0; k < 6; k++) {
#pragma omp parallel for if(k < 5)
    for (int i = 0; i < n; i++)
      x[i] += i;
  }
  // CHECK: region {{.*}}:[[# @LINE + 4]]: static, 3 passes
  // CHECK: no accelerator in 1 of 3 passes: the loop's values are not what devices need: '{{.*first.*}}' is false
  // CHECKED: c:[[# @LINE + 2]]: 3 passes, {{.*}} only races and memory were looked for: what hetcc takes for granted of its subscripts does not hold: '{{.*first.*}}' is false
  for (int first = 500; first >= -500; first -= 500) {
#pragma omp parallel for
    for (int i = 500; i < n; i++)
      y[i] = x[i - 500] + x[first > 0 ? first : -first] + x[first + 500];
  }
  printf("%g %g\n", x[5], y[600]);
}
