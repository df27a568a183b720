// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP directives inside of a body are removed in device forms; their clauses may name variables that the body does
// not use. Windows for the loops around them are found as usual.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: %hetcc++ -x c++ -O2 %s -o %t.xx 2>&1 | count 0
// RUN: %compare --devices "cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.xx
#include <stdio.h>

struct Sizes {
  int threads, chunk;
};
static int most = 2;

static void parallel(int n, int m, int threads, const float *x, float *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] += sum;
  }
}

static void conditional(int n, int m, int limit, const float *x, float *y) {
#pragma omp target teams distribute parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for if (m > limit) num_threads(most) reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] -= sum;
  }
}

static void scheduled(int n, int m, struct Sizes sizes, const int *wide, const float *x, float *y) {
#pragma omp target teams distribute hetero(1)
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for schedule(static, sizes.chunk) num_threads(sizes.threads + *wide) reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] = y[i] * 2 + sum;
  }
}

static void vectors(int n, int m, int wide, const float *x, float *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp simd if (wide) reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] += sum / 2;
  }
}

static void nested(int n, int m, int threads, const float *x, float *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (int j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] + j;
}

int main(void) {
  enum { N = 203, M = 12 };
  static float x[N * M], y[N], z[N * M];
  const struct Sizes sizes = {1, 3};
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    x[i] = i % 17;
  parallel(N, M, 2, x, y);
  conditional(N - 1, M, 4, x + 1, y + 1);
  scheduled(N, M, sizes, &most, x, y);
  vectors(N, M, 1, x, y);
  nested(N, M, 2, x, z);
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 5) + z[i * M + 3];
  printf("%.1f\n", sum);
  return 0;
}
