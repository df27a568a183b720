// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * GESUMMV (PolyBench): y = alpha A x + beta B x, rows of both matrices tied to the loop.
 *
 * The matrices and x are -1, 0 or 1, alpha and beta multiples of 1/2, so that everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

/* Variables with external linkage, so that no build knows their values at compile time. */
float alpha = 3.0f;
float beta = 0.5f;

static int n;
static float *left, *right, *vector, *result;

BENCH_LOOP void sumOfProducts(int n, float alpha, float beta, const float *a, const float *b, const float *x, float *y) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n][0:n]) part_copyin(b[1:n][0:n]) map(to: x[0:n])             \
                               part_copyout(y[1:n]))
  for (int i = 0; i < n; i++) {
    float ax = 0, bx = 0;
    for (int j = 0; j < n; j++) {
      ax += a[i * n + j] * x[j];
      bx += b[i * n + j] * x[j];
    }
    y[i] = alpha * ax + beta * bx;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1);
  exactDemand(2 * (alpha + beta) * n); /* in units of 1/2 */
  left = exactRandom(benchElements(n, n), 1, 1), right = exactRandom(benchElements(n, n), 1, 2);
  vector = exactRandom(n, 1, 3), result = benchFloats(n);
}

static void pass(void) { sumOfProducts(n, alpha, beta, left, right, vector, result); }

/* With a probe z: z . y = x . (alpha A' z + beta B' z); and y by its definition. */
static const char *check(int passes) {
  (void)passes;
  benchDumpFloats("y", result, n, 0);
  double *x = exactDoubles(n, vector), *y = exactDoubles(n, result), *z = exactProbe(n);
  double *az = exactTransposedTimes(n, n, left, z), *bz = exactTransposedTimes(n, n, right, z);
  double *ax = exactTimes(n, n, left, x), *bx = exactTimes(n, n, right, x), found = 0, expected = 0;
  for (int i = 0; i < n; i++) {
    if (y[i] != alpha * ax[i] + beta * bx[i])
      return "y differs from alpha A x + beta B x";
    found += z[i] * y[i];
    expected += x[i] * (alpha * az[i] + beta * bz[i]);
  }
  return found == expected ? NULL : "z . y differs from x . (alpha A' z + beta B' z)";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"97", "3072", "4096"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "30", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv,
                     &(struct BenchKernel){"y = alpha A x + beta B x", options, prepare, NULL, pass, check});
}
