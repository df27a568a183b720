// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * TWOMM (PolyBench's 2MM): E = (A B) D, two matrix products after one another, the second of which needs all of the
 * first's rows only one by one.
 *
 * The inputs are -1, 0 or 1; that no value exceeds 2^24 is looked at when the first product is known, and then
 * everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int n;
static float *first, *second, *third, *product, *result;

BENCH_LOOP void multiply(int n, const float *a, const float *b, float *c) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n][0:n]) map(to: b[0:n*n]) part_copyout(c[1:n][0:n]))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] = 0;
    for (int k = 0; k < n; k++) {
      float factor = a[i * n + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += factor * b[k * n + j];
    }
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1);
  size_t count = benchElements(n, n);
  first = exactRandom(count, 1, 1), second = exactRandom(count, 1, 2), third = exactRandom(count, 1, 3);
  product = benchFloats(count), result = benchFloats(count);
}

static void pass(void) {
  multiply(n, first, second, product);
  multiply(n, product, third, result);
}

/* Freivalds' check of the whole: E x = A (B (D x)). */
static const char *check(int passes) {
  (void)passes;
  size_t count = (size_t)n * n;
  exactDemand(n * exactLargest(product, count));
  benchDumpFloats("e", result, count, 0);
  double *x = exactProbe(n);
  double *abdx = exactTimes(n, n, first, exactTimes(n, n, second, exactTimes(n, n, third, x)));
  return exactDiffers(n, exactTimes(n, n, result, x), abdx) ? "rows of E differ from A B D" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"61", "512", "2048"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"E = (A B) D", options, prepare, NULL, pass, check});
}
