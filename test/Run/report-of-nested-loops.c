// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that run inside iterations of another loop's pass have their seconds in both; the report says which, and its total has them
// once. A loop that a function runs alone later is not inside.
// RUN: %hetcc -O1 -fopenmp %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 HETRT_REPORT=json:%t.json %t
// RUN: python3 -c "import json, sys; from math import isclose; all = json.load(open('%t.json')); \
// RUN:   inner, outer = sorted(all['regions'], key=lambda r: r['passes'])[::-1]; assert inner['passes'] == 41 and outer['passes'] == 1; \
// RUN:   assert inner['inside']['passes'] == 40 and 0 < inner['inside']['seconds'] < inner['seconds'] and outer['inside']['passes'] == 0; \
// RUN:   assert isclose(all['totals']['seconds'], outer['seconds'] + inner['seconds'] - inner['inside']['seconds']); assert all['totals']['inside_passes'] == 40"
// RUN: env HETRT_DEVICES=cpu:2 HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK: inside passes of other loops: 40 of 41 passes, {{[0-9.]+}} s, which are in the seconds of those, too
// CHECK: total: 42 passes (40 of them inside others) in
#include <hetcc.h>
#include <stdlib.h>
enum { N = 40, M = 3000 };

static void fill(double *row, int value) {
#pragma omp parallel for HETCC(hetero(1) part_copyout(row[1:M]))
  for (int j = 0; j < M; j++)
    row[j] = value;
}

int main(void) {
  static double a[N][M];
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++)
    fill(a[i], i);
  fill(a[0], 3);
  return a[7][9] != 7;
}
