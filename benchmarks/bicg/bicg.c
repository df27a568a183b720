// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * BICG (PolyBench): the two products of a step of the biconjugate gradient method, s = A' r and q = A p. The loop for
 * s goes over columns, and every device has all of A for it, or with `--columns 1` its own columns, packed.
 *
 * All inputs are -1, 0 or 1, so that everything is exact: see exact.h.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int nx, ny, byColumns;
static float *matrix, *leftIn, *rightIn, *leftOut, *rightOut;

BENCH_LOOP void leftProduct(int nx, int ny, const float *a, const float *r, float *s) {
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:nx*ny], r[0:nx]) part_copyout(s[1:ny]))
  for (int j = 0; j < ny; j++) {
    float sum = 0;
    for (int i = 0; i < nx; i++)
      sum += r[i] * a[i * ny + j];
    s[j] = sum;
  }
}

BENCH_LOOP void leftProductByColumns(int nx, int ny, const float *a, const float *r, float *s) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[0:nx][1:ny]) map(to: r[0:nx]) part_copyout(s[1:ny]))
  for (int j = 0; j < ny; j++) {
    float sum = 0;
    for (int i = 0; i < nx; i++)
      sum += r[i] * a[i * ny + j];
    s[j] = sum;
  }
}

BENCH_LOOP void rightProduct(int nx, int ny, const float *a, const float *p, float *q) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:nx][0:ny]) map(to: p[0:ny]) part_copyout(q[1:nx]))
  for (int i = 0; i < nx; i++) {
    float sum = 0;
    for (int j = 0; j < ny; j++)
      sum += a[i * ny + j] * p[j];
    q[i] = sum;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  nx = benchInteger(options, "nx", 1), ny = benchInteger(options, "ny", 1);
  byColumns = benchInteger(options, "columns", 0);
  exactDemand(nx > ny ? nx : ny);
  matrix = exactRandom(benchElements(nx, ny), 1, 1);
  leftIn = exactRandom(nx, 1, 2), rightIn = exactRandom(ny, 1, 3);
  leftOut = benchFloats(ny), rightOut = benchFloats(nx);
}

static void pass(void) {
  (byColumns ? leftProductByColumns : leftProduct)(nx, ny, matrix, leftIn, leftOut);
  rightProduct(nx, ny, matrix, rightIn, rightOut);
}

static double dot(int n, const float *x, const float *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (double)x[i] * y[i];
  return sum;
}

/* s by rows of A; r . q and s . p are both r' A p; and q by its definition. */
static const char *check(int passes) {
  (void)passes;
  benchDumpFloats("s", leftOut, ny, 0);
  benchDumpFloats("q", rightOut, nx, 0);
  if (exactDiffers(ny, exactDoubles(ny, leftOut), exactTransposedTimes(nx, ny, matrix, exactDoubles(nx, leftIn))))
    return "s differs from A' r";
  if (exactDiffers(nx, exactDoubles(nx, rightOut), exactTimes(nx, ny, matrix, exactDoubles(ny, rightIn))))
    return "q differs from A p";
  return dot(nx, leftIn, rightOut) == dot(ny, leftOut, rightIn) ? NULL : "r . q differs from s . p";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"nx", "rows", {"101", "2048", "4096"}, NULL},
                                  {"ny", "columns", {"83", "2048", "4096"}, NULL},
                                  {"columns", "1: A' by windows of columns, 0: by all of A", {"0", "0", "0"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"s = A' r, q = A p", options, prepare, NULL, pass, check});
}
