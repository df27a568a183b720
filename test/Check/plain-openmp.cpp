// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with only OpenMP directives: under --hetcc-check each loop deals out its iterations one by one, whatever its schedule says, and
// with collapse the iterations of the loop nest. `--hetcc-auto=no` excludes such loops from the checks.

// RUN: %hetccxx -fopenmp --hetcc-check -O2 %s -o %t && not %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// COUNT-COUNT-8: : race: 
// COUNT-NOT: : race:
// COUNT: hetcc-check: 8 findings in 11 loops

// RUN: %hetccxx -fopenmp --hetcc-check --hetcc-auto=no -O2 %s -o %t.no && %t.no 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: hetcc-check: no loop ran that is looked at
#include <cstdio>
#include <vector>
enum { N = 96, M = 16 };
static double a[N + 1], b[N + 1], grid[N][M + 1];

template <typename T> static void shift(T *x, int n) {
  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    x[i] = x[i + 1] + 1;
}

#define LOOP(KIND) _Pragma(#KIND)

int main() {
  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += a[i + 1];

  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+4]] in iteration
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      grid[i][j] = grid[i][j + 1] + 1;

  // The same nest without `collapse`: one thread runs all iterations of the inner loop.
  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      grid[i][j] = grid[i][j + 1] + 1;

  double last = 0, sum = 0;
#pragma omp parallel
  {
    // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp for nowait schedule(guided, 4)
    for (int i = 0; i < N; i++)
      b[i / 2] = i;
    // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp for schedule(static, 1) lastprivate(last) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
      last = a[i];
      sum += last;
    }
    // Loops with 'ordered' keep their schedule, and are not checked.
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < N; i++) {
#pragma omp ordered
      a[N] = a[i];
    }
  }

  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for simd schedule(simd : static)
  for (int i = 0; i < N; i++)
    a[0] = b[i];

  // CHECK-DAG: plain-openmp.cpp:{{[0-9]+}}: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < N; i++)
    b[0] += a[i];

  std::vector<double> v(N, 1);
  // Inlined code of the library has the line of the loop.
  // CHECK-DAG: plain-openmp.cpp:{{[0-9]+}}: race: {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for if (v.size() > 3) schedule(runtime)
  for (double &each : v)
    each = v[0] += 1;

  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for schedule(auto)
  for (double &each : v)
    each = last;

  // CHECK-DAG: plain-openmp.cpp:[[@LINE+1]]: race: {{.*}}:[[@LINE+3]] in iteration
  LOOP(omp parallel for schedule(static, 3))
  for (int i = 0; i < N; i++)
    a[i] = a[N - i] + v[i];

  shift(a, N);
  shift(b, N);
  printf("%g %g\n", last, sum);
}
