// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The columns before a section may belong to another thread: a write there is reported.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static not --crash %t 2>&1 | FileCheck %s
// CHECK: array 'a' (map(tofrom:), line [[#@LINE + 7]]): write of index 19 in dimension 2 of 2 outside its window [20, 30)

enum { N = 60, M = 50 };
static double a[N][M];

int main(void) {
  int from = 20, count = 10;
#pragma omp parallel for hetero(1) map(tofrom : a[0:N, i][from:count])
  for (int i = 0; i < N; i++)
    for (int j = from; j < from + count; j++)
      a[i][j - (i == N - 1)] += 1;
}
