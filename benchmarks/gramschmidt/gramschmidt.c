// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * GRAMSCHMIDT (PolyBench): A = Q R by the modified Gram-Schmidt process. Step k normalises vector k on the host, and the
 * annotated loop takes its direction out of all later vectors: one region for each k, with less and less to do.
 *
 * The vectors are the columns of A. They are kept as rows here, one after the other, so that an iteration's vector is
 * a row; every device has a copy of the direction.
 */
#include "../common/kernel.h"
#include "hetcc.h"
#include <math.h>

static int n, m; /* vectors, and their length */
static float *original, *vectors, *directions, *factors;

/* Rows k + 1 and up of v: r[j] = q . v_j, and v_j -= r[j] q. */
BENCH_LOOP void orthogonalise(int n, int m, int k, const float *q, float *v, float *r) {
#pragma omp parallel for HETCC(hetero(1) map(to: q[0:m]) part_copy(v[1:n][0:m]) part_copyout(r[1:n]))
  for (int j = k + 1; j < n; j++) {
    float dot = 0;
    for (int i = 0; i < m; i++)
      dot += q[i] * v[j * m + i];
    r[j] = dot;
    for (int i = 0; i < m; i++)
      v[j * m + i] -= dot * q[i];
  }
}

/* q = v / |v|; returns |v|. */
static float normalise(int m, const float *v, float *q) {
  float squares = 0;
  for (int i = 0; i < m; i++)
    squares += v[i] * v[i];
  float length = sqrtf(squares);
  for (int i = 0; i < m; i++)
    q[i] = v[i] / length;
  return length;
}

/* Random vectors with one large element each, which no two share: far from dependent on each other. */
static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1), m = benchInteger(options, "m", 1);
  if (n > m)
    benchFail("no more vectors than they have elements, not", benchText(options, "n"));
  size_t count = benchElements(n, m);
  original = benchFloats(count), vectors = benchFloats(count), directions = benchFloats(count);
  factors = benchFloats(benchElements(n, n));
  uint64_t seed = 1;
  for (size_t i = 0; i < count; i++)
    original[i] = (float)(2 * benchUniform(&seed) - 1);
  for (int j = 0; j < n; j++)
    original[j * m + j] += 2 * sqrtf((float)m);
}

static void startAgain(void) { memcpy(vectors, original, (size_t)n * m * sizeof *vectors); }

static void pass(void) {
  for (int k = 0; k < n; k++) {
    float *q = directions + (size_t)k * m, *r = factors + (size_t)k * n;
    r[k] = normalise(m, vectors + (size_t)k * m, q);
    orthogonalise(n, m, k, q, vectors, r);
  }
}

static double dot(int m, const float *x, const float *y) {
  double sum = 0;
  for (int i = 0; i < m; i++)
    sum += (double)x[i] * y[i];
  return sum;
}

/* The largest difference between vector j and the sum of its parts along the directions. */
static double differenceOfVector(int j) {
  double largest = 0;
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int k = 0; k <= j; k++)
      sum += (double)factors[(size_t)k * n + j] * directions[(size_t)k * m + i];
    largest = benchWorse(largest, original[(size_t)j * m + i] - sum);
  }
  return largest;
}

/* The difference of (A' A) and (R' R) at i, j: R is Cholesky's factor of A' A. */
static double differenceOfProducts(int i, int j) {
  double sum = 0;
  for (int k = 0; k <= (i < j ? i : j); k++)
    sum += (double)factors[(size_t)k * n + i] * factors[(size_t)k * n + j];
  return dot(m, original + (size_t)i * m, original + (size_t)j * m) - sum;
}

/*
 * With u = 2^-24 and vectors of length at most L: a product of two vectors is off by m u L at most, a step adds that
 * and 2 u L to an element of v, and n steps n times as much; the process does not make these errors grow by more than
 * the vectors' condition, below 4 here. For products of two vectors, L times as much. In practice roundings are of both
 * signs, and the errors about the square root of that in each of the two sums: this is what is allowed.
 */
static const char *check(int passes) {
  (void)passes;
  int samples = n < 24 ? n : 24;
  double length = 0, vector = 0, product = 0;
  for (int s = 0; s < samples; s++) {
    int j = benchSample(s, samples, n);
    length = fmax(length, sqrt(dot(m, original + (size_t)j * m, original + (size_t)j * m)));
    vector = benchWorse(vector, differenceOfVector(j));
    for (int t = 0; t < samples; t++)
      product = benchWorse(product, differenceOfProducts(benchSample(t, samples, n), j));
  }
  double tolerance = 8 * (sqrt((double)m) + sqrt((double)n)) * 0x1p-24 * length;
  benchDumpFloats("q", directions, (size_t)n * m, 2 * tolerance);
  benchDumpFloats("r", factors, (size_t)n * n, 2 * tolerance);
  if (!(vector <= tolerance))
    return "vectors differ from Q R";
  return product <= tolerance * length ? NULL : "R' R differs from A' A";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "vectors", {"41", "512", "1024"}, NULL},
                                  {"m", "their length", {"53", "1024", "2048"}, NULL},
                                  {"passes", "times the kernel runs", {"2", "3", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"A = Q R", options, prepare, startAgain, pass, check});
}
