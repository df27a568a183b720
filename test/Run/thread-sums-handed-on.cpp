// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After the barrier behind the combination of all threads' sums, the program may pass the address of the combined value
// to a function, for example to reduce over processes: no single thread's part is visible there.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t

// CHECK: 1 of 1 loop split

#include <cstdio>
#include <cstdlib>
static void take(double *from, double *to) { *to = *from; }
struct Thermo {
  double act = 0, scale = 2;
  double temperature(const double *v, int n) {
    double t = 0, all = 0;
    act = 0;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      t += v[i] * v[i];
#pragma omp atomic
    act += t;
#pragma omp barrier
#pragma omp master
    {
      take(&act, &all);
    }
    return all * scale;
  }
};
int main() {
  const int n = 4000;
  double *v = (double *)malloc(n * 8);
  for (int i = 0; i < n; i++)
    v[i] = i % 13;
  Thermo th;
  double r = 0;
#pragma omp parallel
  {
    double mine = th.temperature(v, n);
#pragma omp master
    r = mine;
  }
  printf("%g %g\n", r, th.act);
}
