// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * MxV (Navarro et al.): y = A x with a tall matrix, rows of which are tied to the loop and stay on the devices.
 *
 * The matrix is -1, 0 and 1, x of integers from -7 to 7, so that everything is exact: see exact.h. Between passes x changes its sign.
 */
#include "../common/exact.h"
#include "hetcc.h"

static int rows, columns;
static float *matrix, *vector, *result;

BENCH_LOOP void timesVector(int rows, int columns, const float *a, const float *x, float *y) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:rows][0:columns]) map(to: x[0:columns])                       \
                               part_copyout(y[1:rows]) persist(a))
  for (int i = 0; i < rows; i++) {
    float sum = 0;
    for (int j = 0; j < columns; j++)
      sum += a[i * columns + j] * x[j];
    y[i] = sum;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  rows = benchInteger(options, "rows", 1), columns = benchInteger(options, "columns", 1);
  exactDemand(7.0 * columns);
  matrix = exactRandom(benchElements(rows, columns), 1, 1);
  vector = exactRandom(columns, 7, 2), result = benchFloats(rows);
}

static void turnVector(void) {
  for (int j = 0; j < columns; j++)
    vector[j] = -vector[j];
}

static void pass(void) { timesVector(rows, columns, matrix, vector, result); }

/* With a probe z: z . y = x . (A' z); and y by its definition. */
static const char *check(int passes) {
  (void)passes;
#ifdef __HETCC__
#pragma omp depersist(matrix)
#endif
  benchDumpFloats("y", result, rows, 0);
  double *x = exactDoubles(columns, vector), *z = exactProbe(rows), found = 0, expected = 0;
  double *az = exactTransposedTimes(rows, columns, matrix, z);
  for (int i = 0; i < rows; i++)
    found += z[i] * result[i];
  for (int j = 0; j < columns; j++)
    expected += x[j] * az[j];
  if (found != expected)
    return "z . y differs from x . (A' z)";
  return exactDiffers(rows, exactDoubles(rows, result), exactTimes(rows, columns, matrix, x)) ? "y differs from A x"
                                                                                             : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"rows", "rows", {"501", "40000", "800000"}, NULL},
                                  {"columns", "columns", {"40", "500", "2000"}, NULL},
                                  {"passes", "times the kernel runs", {"4", "20", "20"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"y = A x", options, prepare, turnVector, pass, check});
}
