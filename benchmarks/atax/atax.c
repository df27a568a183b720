// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * ATAX (PolyBench): y = A' (A x). The first loop has rows of A; the second goes over columns, and every device has
 * all of A for it, or with `--columns 1` its own columns, packed.
 *
 * All inputs are -1, 0 or 1, so that no sum exceeds rows * columns, and everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int nx, ny, byColumns;
static float *matrix, *vector, *product, *result;

BENCH_LOOP void timesVector(int nx, int ny, const float *a, const float *x, float *tmp) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:nx][0:ny]) map(to: x[0:ny]) part_copyout(tmp[1:nx]))
  for (int i = 0; i < nx; i++) {
    float sum = 0;
    for (int j = 0; j < ny; j++)
      sum += a[i * ny + j] * x[j];
    tmp[i] = sum;
  }
}

BENCH_LOOP void transposedTimesVector(int nx, int ny, const float *a, const float *tmp, float *y) {
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:nx*ny], tmp[0:nx]) part_copyout(y[1:ny]))
  for (int j = 0; j < ny; j++) {
    float sum = 0;
    for (int i = 0; i < nx; i++)
      sum += a[i * ny + j] * tmp[i];
    y[j] = sum;
  }
}

BENCH_LOOP void transposedTimesVectorByColumns(int nx, int ny, const float *a, const float *tmp, float *y) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[0:nx][1:ny]) map(to: tmp[0:nx]) part_copyout(y[1:ny]))
  for (int j = 0; j < ny; j++) {
    float sum = 0;
    for (int i = 0; i < nx; i++)
      sum += a[i * ny + j] * tmp[i];
    y[j] = sum;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  nx = benchInteger(options, "nx", 1), ny = benchInteger(options, "ny", 1);
  byColumns = benchInteger(options, "columns", 0);
  exactDemand((double)nx * ny);
  matrix = exactRandom(benchElements(nx, ny), 1, 1), vector = exactRandom(ny, 1, 2);
  product = benchFloats(nx), result = benchFloats(ny);
}

static void pass(void) {
  timesVector(nx, ny, matrix, vector, product);
  (byColumns ? transposedTimesVectorByColumns : transposedTimesVector)(nx, ny, matrix, product, result);
}

/* The second product goes through A by rows here. */
static const char *check(int passes) {
  (void)passes;
  double *ax = exactTimes(nx, ny, matrix, exactDoubles(ny, vector));
  benchDumpFloats("y", result, ny, 0);
  if (exactDiffers(ny, exactDoubles(ny, result), exactTransposedTimes(nx, ny, matrix, ax)))
    return "y differs from A' (A x)";
  return NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"nx", "rows", {"101", "2048", "4096"}, NULL},
                                  {"ny", "columns", {"83", "2048", "4096"}, NULL},
                                  {"columns", "1: A' by windows of columns, 0: by all of A", {"0", "0", "0"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"y = A' (A x)", options, prepare, NULL, pass, check});
}
