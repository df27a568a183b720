// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * MVT (PolyBench): x1 = x1 + A y1 and x2 = x2 + A' y2. The second loop goes over columns, and every device has all of
 * A for it, or with `--columns 1` its own columns, packed.
 *
 * A is -1, 0 and 1, the vectors are integers up to 7, so that everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int n, byColumns;
static float *matrix, *y1, *y2, *x1, *x2, *start1, *start2;

BENCH_LOOP void addProduct(int n, const float *a, const float *y, float *x) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n][0:n]) map(to: y[0:n]) part_copy(x[1:n]))
  for (int i = 0; i < n; i++) {
    float sum = x[i];
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * y[j];
    x[i] = sum;
  }
}

BENCH_LOOP void addTransposedProduct(int n, const float *a, const float *y, float *x) {
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:n*n], y[0:n]) part_copy(x[1:n]))
  for (int i = 0; i < n; i++) {
    float sum = x[i];
    for (int j = 0; j < n; j++)
      sum += a[j * n + i] * y[j];
    x[i] = sum;
  }
}

BENCH_LOOP void addTransposedProductByColumns(int n, const float *a, const float *y, float *x) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[0:n][1:n]) map(to: y[0:n]) part_copy(x[1:n]))
  for (int i = 0; i < n; i++) {
    float sum = x[i];
    for (int j = 0; j < n; j++)
      sum += a[j * n + i] * y[j];
    x[i] = sum;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  n = benchInteger(options, "n", 1), byColumns = benchInteger(options, "columns", 0);
  exactDemand(7.0 * n * passes + 1);
  matrix = exactRandom(benchElements(n, n), 1, 1);
  y1 = exactRandom(n, 7, 2), y2 = exactRandom(n, 7, 3);
  x1 = exactRandom(n, 1, 5), x2 = exactRandom(n, 1, 6);
  start1 = exactCopy(x1, n), start2 = exactCopy(x2, n);
}

static void pass(void) {
  addProduct(n, matrix, y1, x1);
  (byColumns ? addTransposedProductByColumns : addTransposedProduct)(n, matrix, y2, x2);
}

/* All passes at once: the start, and `passes` times the product. */
static int differs(int passes, const float *x, const float *start, const double *product) {
  double *expected = exactDoubles(n, start);
  for (int i = 0; i < n; i++)
    expected[i] += passes * product[i];
  return exactDiffers(n, exactDoubles(n, x), expected);
}

static const char *check(int passes) {
  benchDumpFloats("x1", x1, n, 0);
  benchDumpFloats("x2", x2, n, 0);
  if (differs(passes, x1, start1, exactTimes(n, n, matrix, exactDoubles(n, y1))))
    return "x1 differs from its start and the passes' products";
  if (differs(passes, x2, start2, exactTransposedTimes(n, n, matrix, exactDoubles(n, y2))))
    return "x2 differs from its start and the passes' products";
  return NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrix", {"97", "2048", "4096"}, NULL},
                                  {"columns", "1: A' by windows of columns, 0: by all of A", {"0", "0", "0"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv,
                     &(struct BenchKernel){"x1 += A y1, x2 += A' y2", options, prepare, NULL, pass, check});
}
