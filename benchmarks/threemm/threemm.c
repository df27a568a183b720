// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * THREEMM (PolyBench's 3MM): G = (A B) (C D), three matrix products.
 *
 * The inputs are -1, 0 or 1; that no value exceeds 2^24 is looked at when the first two products are known, and then
 * everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int n;
static float *a, *b, *c, *d, *ab, *cd, *result;

BENCH_LOOP void multiply(int n, const float *left, const float *right, float *product) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(left[1:n][0:n]) map(to: right[0:n*n])                             \
                               part_copyout(product[1:n][0:n]))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      product[i * n + j] = 0;
    for (int k = 0; k < n; k++) {
      float factor = left[i * n + k];
      for (int j = 0; j < n; j++)
        product[i * n + j] += factor * right[k * n + j];
    }
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1);
  size_t count = benchElements(n, n);
  a = exactRandom(count, 1, 1), b = exactRandom(count, 1, 2), c = exactRandom(count, 1, 3);
  d = exactRandom(count, 1, 5), ab = benchFloats(count), cd = benchFloats(count), result = benchFloats(count);
}

static void pass(void) {
  multiply(n, a, b, ab);
  multiply(n, c, d, cd);
  multiply(n, ab, cd, result);
}

/* Freivalds' check of the whole: G x = A (B (C (D x))). */
static const char *check(int passes) {
  (void)passes;
  size_t count = (size_t)n * n;
  exactDemand(n * exactLargest(ab, count) * exactLargest(cd, count));
  benchDumpFloats("g", result, count, 0);
  double *x = exactProbe(n), *cdx = exactTimes(n, n, c, exactTimes(n, n, d, x));
  double *expected = exactTimes(n, n, a, exactTimes(n, n, b, cdx));
  return exactDiffers(n, exactTimes(n, n, result, x), expected) ? "rows of G differ from A B C D" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"61", "400", "512"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"G = (A B) (C D)", options, prepare, NULL, pass, check});
}
