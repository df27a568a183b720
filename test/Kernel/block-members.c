// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a block with two loops, what is known of members that the first loop uses does not depend on the second loop, which
// uses other variables. So each loop is proven to stay in the part of its array that the clause gives an iteration.
// RUN: %hetcc --hetcc-emit-source %s | FileCheck %s
// CHECK-DAG: HETRT_DECLARED | {{HETRT_PROVEN}}, {{.*}} .access = "map(tofrom:)(a)"
// CHECK-DAG: HETRT_DECLARED | {{HETRT_PROVEN}}, {{.*}} .access = "map(tofrom:)(b)"

struct grid {
  int columns;
};

void scale(float *a, float *b, int n, const struct grid *g) {
  int start = 0, end = n;
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++)                                        \
    map(tofrom : a[0:n, i][0:g->columns], b[0:n, i])
  {
    for (int i = start; i < end; i++)
      for (int k = 0; k < g->columns; k++)
        a[i * g->columns + k] *= 0.5f;
    for (int i = start; i < end; i++)
      b[i] *= 2;
  }
}
