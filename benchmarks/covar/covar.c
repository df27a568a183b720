// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * COVAR (PolyBench/GPU): sums of products of m centred quantities over n observations, for each pair j <= k. The
 * loop over j is triangular: iteration j has m - j results. The mirror image below the diagonal is left out, because
 * an iteration writes its own row only. For the means, every device has all of the data.
 *
 * All values are exact: see observations.h.
 */
#include "../common/observations.h"
#include "hetcc.h"

static int n, m;
static float *observed, *middle, *shifted, *products;

BENCH_LOOP void findMeans(int n, int m, const float *data, float *mean) {
#pragma omp parallel for HETCC(hetero(1) map(to: data[0:n*m]) part_copyout(mean[1:m]))
  for (int j = 0; j < m; j++) {
    float sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[i * m + j];
    mean[j] = sum / (float)n;
  }
}

BENCH_LOOP void centre(int n, int m, const float *data, const float *mean, float *centred) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(data[1:n][0:m]) map(to: mean[0:m]) part_copyout(centred[1:n][0:m]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      centred[i * m + j] = data[i * m + j] - mean[j];
}

BENCH_LOOP void multiply(int n, int m, const float *centred, float *covariance) {
#pragma omp parallel for HETCC(hetero(1) map(to: centred[0:n*m]) part_copy(covariance[1:m][0:m]))
  for (int j = 0; j < m; j++) {
    for (int k = j; k < m; k++)
      covariance[j * m + k] = 0;
    for (int i = 0; i < n; i++) {
      float factor = centred[i * m + j];
      for (int k = j; k < m; k++)
        covariance[j * m + k] += factor * centred[i * m + k];
    }
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = observationCount(options), m = benchInteger(options, "m", 1);
  exactDemand(10.0 * n); /* sums of values up to 10, sums of products up to 4 */
  benchElements(m, m);
  observed = observations(n, m), shifted = benchFloats(benchElements(n, m));
  middle = benchFloats(m), products = benchFloats((size_t)m * m);
}

static void pass(void) {
  findMeans(n, m, observed, middle);
  centre(n, m, observed, middle, shifted);
  multiply(n, m, shifted, products);
}

/* n times the sum of centred products is n sum x y - sum x sum y: some pairs of each of some rows, and the last. */
static const char *check(int passes) {
  (void)passes;
  benchDumpFloats("covariance", products, (size_t)m * m, 0);
  int rows = m < 32 ? m : 32, wrong = 0;
  for (int s = 0; s < rows; s++) {
    int j = benchSample(s, rows, m), columns = m - j < 64 ? m - j : 64;
    for (int u = 0; u < columns; u++) {
      int k = j + benchSample(u, columns, m - j);
      wrong += n * (double)products[(size_t)j * m + k] != observedProduct(n, m, observed, j, k);
    }
  }
  return wrong ? "covariances differ from those of the raw sums" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "observations", {"60", "640", "2048"}, NULL},
                                  {"m", "quantities", {"67", "640", "2048"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"covariances", options, prepare, NULL, pass, check});
}
