// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program mistakes rows for columns: an index outside the window's columns is reported, also if the device has the full array.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static not --crash %t 2>&1 | FileCheck %s
// CHECK: array 'a' (part_copy, line [[#@LINE + 7]]): write of index 0 in dimension 2 of 2 outside its window [30, 60)

enum { N = 60, M = 50 };
static double a[M * N];

int main(void) {
  int n = N, m = M;
#pragma omp parallel for hetero(1) part_copy(a[0:m][1:n])
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      a[j * m + i] -= j;
}
