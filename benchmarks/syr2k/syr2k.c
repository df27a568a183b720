// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * SYR2K (PolyBench/GPU): C = beta C + alpha (A B' + B A'), all of C. Iteration i needs row i of C, and every row of A
 * and B.
 *
 * The matrices begin as -1, 0 and 1, beta is a power of two: all values are multiples of beta^passes and at most 4n,
 * and everything is exact for n 2^passes <= 2^22: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

/* Variables with external linkage, so that no build knows their values at compile time. */
float alpha = 1.0f;
float beta = 0.5f;

static int n;
static float *left, *right, *result, *start;

BENCH_LOOP void update(int n, float alpha, float beta, const float *a, const float *b, float *c) {
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:n*n], b[0:n*n]) part_copy(c[1:n][0:n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[j * n + k] + b[i * n + k] * a[j * n + k];
      c[i * n + j] = beta * c[i * n + j] + alpha * sum;
    }
}

static void prepare(struct BenchOption *options, int passes) {
  n = benchInteger(options, "n", 1);
  size_t count = benchElements(n, n);
  exactDemandUpdates(4, n, passes);
  left = exactRandom(count, 1, 1), right = exactRandom(count, 1, 2);
  result = exactRandom(count, 1, 3), start = exactCopy(result, count);
}

static void pass(void) { update(n, alpha, beta, left, right, result); }

/* Freivalds' check of all passes, with (A B' + B A') x = A (B' x) + B (A' x). */
static const char *check(int passes) {
  benchDumpFloats("c", result, (size_t)n * n, 0);
  double *x = exactProbe(n), *product = exactTimes(n, n, left, exactTransposedTimes(n, n, right, x));
  double *other = exactTimes(n, n, right, exactTransposedTimes(n, n, left, x));
  for (int i = 0; i < n; i++)
    product[i] += other[i];
  return exactUpdateDiffers(n, passes, alpha, beta, result, start, x, product) ? "rows of C differ from the updates'"
                                                                               : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"61", "320", "2048"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv,
                     &(struct BenchKernel){"C = beta C + alpha (A B' + B A')", options, prepare, NULL, pass, check});
}
