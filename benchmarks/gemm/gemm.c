// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * GEMM: C = beta C + alpha A B in single precision, a number of passes over the same C. The form is that of
 * Scogland's dissertation (2014): flat arrays, C scaled by beta first, rows of C and A tied to the annotated loop and
 * a full copy of B for every device.
 *
 * The inputs are small integers and beta is a power of two, so that every intermediate value is a multiple of
 * beta^passes and at most 2n: for n 2^passes <= 2^23 everything is exact (see exact.h), and the check for equality.
 */
#include "../common/exact.h"
#include "hetcc.h"

/* Variables with external linkage, so that no build knows their values at compile time. */
float alpha = 1.0f;
float beta = 0.5f;

static int n, stay;
static float *left, *right, *result, *start;

BENCH_LOOP void multiply(int n, float alpha, float beta, const float *a, const float *b, float *c) {
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

static void prepare(struct BenchOption *options, int passes) {
  n = benchInteger(options, "n", 1);
  size_t count = benchElements(n, n);
  exactDemandUpdates(2, n, passes);
  left = exactRandom(count, 1, 1), right = exactRandom(count, 1, 2);
  result = exactRandom(count, 1, 3), start = exactCopy(result, count);
  stay = benchInteger(options, "stay", 0);
#ifdef __HETCC__
#pragma omp target enter data map(to : left[0:count], right[0:count], result[0:count]) if (stay)
#endif
}

static void pass(void) { multiply(n, alpha, beta, left, right, result); }

/* Freivalds' check of all passes, with A B x = A (B x). */
static const char *check(int passes) {
  size_t count = (size_t)n * n;
#ifdef __HETCC__
#pragma omp target exit data map(from : left[0:count], right[0:count], result[0:count]) if (stay)
#endif
  benchCollect(result, n, n * sizeof *result);
  benchDump("c", "f32", result, count, 0);
  benchResult("checksum", benchChecksum(result, count));
  double *x = exactProbe(n), *product = exactTimes(n, n, left, exactTimes(n, n, right, x));
  return exactUpdateDiffers(n, passes, alpha, beta, result, start, x, product)
             ? "rows of C differ from beta^p C0 + alpha (1 + beta + ...) A B"
             : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "order of the matrices", {"97", "1024", "8192"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "8", "10"}, NULL},
                                  BENCH_STAY,
                                  BENCH_UNTIMED,
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"C = beta C + alpha A B", options, prepare, NULL, pass, check});
}
