// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * GEMM: C = beta C + alpha A B in single precision, a number of passes over the same C. The form is that of
 * Scogland's dissertation (2014): flat arrays, C scaled by beta first, rows of C and A tied to the annotated loop and
 * a full copy of B for every device.
 *
 * The inputs are small integers and beta is a power of two, so that every intermediate value is a multiple of
 * beta^passes and at most 2n: for n 2^passes <= 2^23 single precision holds all of them exactly, on any device and
 * in any order of summation. The check is therefore for equality.
 */
#include "../common/bench.h"
#include "hetcc.h"

/* Variables with external linkage, so that no build knows their values at compile time. */
float alpha = 1.0f;
float beta = 0.5f;

static void multiply(int n, float alpha, float beta, const float *a, const float *b, float *c) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive, default, 10) part_copy(c[1:n][0:n])                          \
                               part_copyin(a[1:n:0][0:n:0]) map(to: b[0:n*n]))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < n; k++) {
      float factor = alpha * a[i * n + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += factor * b[k * n + j];
    }
  }
}

/* Fills a matrix with -1, 0 and 1. */
static float *randomMatrix(int n, uint64_t seed) {
  size_t count = (size_t)n * n;
  float *matrix = benchAllocate(count, sizeof *matrix);
  for (size_t i = 0; i < count; i++)
    matrix[i] = (float)(int)(3 * benchUniform(&seed)) - 1;
  return matrix;
}

static void timesVector(int n, const float *matrix, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += matrix[(size_t)i * n + j] * x[j];
  }
}

/*
 * Freivalds' check: C r = beta^p C0 r + alpha (1 - beta^p) / (1 - beta) A (B r) for a random integer vector r, in
 * double precision, where all of it is exact too.
 */
static const char *check(int n, int passes, const float *a, const float *b, const float *c, const float *start) {
  double *x = benchAllocate(4 * (size_t)n, sizeof *x), *found = x + n, *product = found + n, *work = product + n;
  uint64_t seed = 4;
  for (int i = 0; i < n; i++)
    x[i] = (int)(16 * benchUniform(&seed)) + 1;
  double scale = 1, sum = 0;
  for (int pass = 0; pass < passes; pass++) {
    sum = beta * sum + alpha;
    scale *= beta;
  }
  timesVector(n, b, x, work);
  timesVector(n, a, work, product);
  timesVector(n, start, x, work);
  timesVector(n, c, x, found);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += found[i] != scale * work[i] + sum * product[i];
  free(x);
  return wrong ? "rows of C differ from beta^p C0 + alpha (1 + beta + ...) A B" : NULL;
}

static double checksum(int n, const float *c) {
  double sum = 0;
  for (size_t i = 0; i < (size_t)n * n; i++)
    sum += c[i] * (double)(i % 7 + 1);
  return sum;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"97", "1024", "8192"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "8", "10"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "C = beta C + alpha A B", options);
  int n = benchInteger(options, "n", 1), passes = benchInteger(options, "passes", 1);
  if (passes > 22 || n > (1 << 23 >> passes))
    benchFail("the result is exact for n 2^passes <= 2^23 only, not for n", benchText(options, "n"));

  float *a = randomMatrix(n, 1), *b = randomMatrix(n, 2), *c = randomMatrix(n, 3);
  float *start = benchAllocate((size_t)n * n, sizeof *start);
  memcpy(start, c, (size_t)n * n * sizeof *start);

  double begin = benchSeconds();
  for (int pass = 0; pass < passes; pass++)
    multiply(n, alpha, beta, a, b, c);
  double seconds = benchSeconds() - begin;

  const char *failure = check(n, passes, a, b, c, start);
  benchDump("c", "f32", c, (size_t)n * n, 0);
  benchResult("checksum", checksum(n, c));
  free(a), free(b), free(c), free(start);
  return benchFinish(seconds, failure);
}
