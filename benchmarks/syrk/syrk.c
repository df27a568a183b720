// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * SYRK (PolyBench/GPU): C = beta C + alpha A A', all of C. Iteration i needs row i of C, and every row of A.
 *
 * A and C begin as -1, 0 and 1, beta is a power of two: as in GEMM, all values are multiples of beta^passes and at
 * most 2n, and everything is exact for n 2^passes <= 2^23: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

/* Variables with external linkage, so that no build knows their values at compile time. */
float alpha = 1.0f;
float beta = 0.5f;

static int n;
static float *matrix, *result, *start;

BENCH_LOOP void update(int n, float alpha, float beta, const float *a, float *c) {
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:n*n]) part_copy(c[1:n][0:n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * a[j * n + k];
      c[i * n + j] = beta * c[i * n + j] + alpha * sum;
    }
}

static void prepare(struct BenchOption *options, int passes) {
  n = benchInteger(options, "n", 1);
  size_t count = benchElements(n, n);
  exactDemandUpdates(2, n, passes);
  matrix = exactRandom(count, 1, 1), result = exactRandom(count, 1, 2), start = exactCopy(result, count);
}

static void pass(void) { update(n, alpha, beta, matrix, result); }

/* Freivalds' check of all passes, with A A' x = A (A' x). */
static const char *check(int passes) {
  benchDumpFloats("c", result, (size_t)n * n, 0);
  double *x = exactProbe(n), *product = exactTimes(n, n, matrix, exactTransposedTimes(n, n, matrix, x));
  return exactUpdateDiffers(n, passes, alpha, beta, result, start, x, product) ? "rows of C differ from the updates'"
                                                                               : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"61", "384", "1024"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"C = beta C + alpha A A'", options, prepare, NULL, pass, check});
}
