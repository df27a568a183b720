// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * CORR (PolyBench/GPU): the correlation of each pair j < k of m quantities over n observations. The last loop is
 * triangular, as in COVAR; for the means and deviations, every device has all of the data.
 */
#include "../common/observations.h"
#include "hetcc.h"
#include <math.h>

static int n, m;
static float *observed, *middle, *spread, *scaled, *correlations;

BENCH_LOOP void findMeans(int n, int m, const float *data, float *mean, float *deviation) {
#pragma omp parallel for HETCC(hetero(1) map(to: data[0:n*m]) part_copyout(mean[1:m]) part_copyout(deviation[1:m]))
  for (int j = 0; j < m; j++) {
    float sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
      sum += data[i * m + j];
    float middle = sum / (float)n;
    for (int i = 0; i < n; i++)
      squares += (data[i * m + j] - middle) * (data[i * m + j] - middle);
    float root = sqrtf(squares / (float)n);
    mean[j] = middle;
    deviation[j] = root > 0.005f ? root : 1; /* a quantity that hardly varies is not scaled */
  }
}

BENCH_LOOP void standardise(int n, int m, const float *data, const float *mean, const float *deviation, float *standard) {
  float root = sqrtf((float)n);
#pragma omp parallel for HETCC(hetero(1) part_copyin(data[1:n][0:m]) map(to: mean[0:m], deviation[0:m])                \
                               part_copyout(standard[1:n][0:m]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      standard[i * m + j] = (data[i * m + j] - mean[j]) / (root * deviation[j]);
}

BENCH_LOOP void correlate(int n, int m, const float *standard, float *correlation) {
#pragma omp parallel for HETCC(hetero(1) map(to: standard[0:n*m]) part_copy(correlation[1:m][0:m]))
  for (int j = 0; j < m; j++) {
    correlation[j * m + j] = 1;
    for (int k = j + 1; k < m; k++)
      correlation[j * m + k] = 0;
    for (int i = 0; i < n; i++) {
      float factor = standard[i * m + j];
      for (int k = j + 1; k < m; k++)
        correlation[j * m + k] += factor * standard[i * m + k];
    }
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = observationCount(options), m = benchInteger(options, "m", 1);
  benchElements(m, m);
  observed = observations(n, m), scaled = benchFloats(benchElements(n, m));
  middle = benchFloats(m), spread = benchFloats(m), correlations = benchFloats((size_t)m * m);
}

static void pass(void) {
  findMeans(n, m, observed, middle, spread);
  standardise(n, m, observed, middle, spread, scaled);
  correlate(n, m, scaled, correlations);
}

/* Pearson's formula on the raw sums, which are exact. */
static double expected(int j, int k) {
  double x = observedProduct(n, m, observed, j, j), y = observedProduct(n, m, observed, k, k);
  return j == k ? 1 : observedProduct(n, m, observed, j, k) / sqrt(x > 0 ? x : n) / sqrt(y > 0 ? y : n);
}

/*
 * With u = 2^-24: means are exact; a standardised value carries the roundings of the deviation (half those of the
 * square sum, exact, and its own: 2 u), of two roots, a product and a quotient, and each of n products two values and
 * its own: 13 u in all. Adding up n terms, whose magnitudes sum to at most 1, costs n u. Two builds may each be off so.
 */
static const char *check(int passes) {
  (void)passes;
  double tolerance = (n + 13) * 0x1p-24, largest = 0;
  int rows = m < 32 ? m : 32;
  for (int s = 0; s < rows; s++) {
    int j = benchSample(s, rows, m), columns = m - j < 64 ? m - j : 64;
    for (int u = 0; u < columns; u++) {
      int k = j + benchSample(u, columns, m - j);
      largest = benchWorse(largest, correlations[(size_t)j * m + k] - expected(j, k));
    }
  }
  benchDumpFloats("correlation", correlations, (size_t)m * m, 2 * tolerance);
  return largest <= tolerance ? NULL : "correlations differ from those of the raw sums";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "observations", {"60", "640", "2048"}, NULL},
                                  {"m", "quantities", {"67", "640", "2048"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"correlations", options, prepare, NULL, pass, check});
}
