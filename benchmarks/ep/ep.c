// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * EP: the embarrassingly parallel kernel of the NAS Parallel Benchmarks (Bailey et al., RNR-94-007). Pairs of random
 * numbers become pairs of Gaussian deviates (Marsaglia's polar method), which are summed and counted by the square ring
 * that they fall into. An iteration draws a batch of pairs; it finds the batch's place in the sequence by itself.
 *
 * It checks itself as NPB does: for the classes, the sums must agree with the published ones to a relative 1e-8. Few
 * pairs are drawn again one after the other.
 */
#include "../common/kernel.h"
#include "../common/npb.h"
#include "hetcc.h"
#include <math.h>

enum { batch = 4096, rings = 10 };

static const struct {
  int exponent;
  double sumX, sumY;
} published[] = {{24, -3.247834652034740e+3, -6.958407078382297e+3}, {25, -2.863319731645753e+3, -6.320053679109499e+3},
                 {28, -4.295875165629892e+3, -1.580732573678431e+4}, {30, 4.033815542441498e+4, -2.660669192809235e+4},
                 {32, 4.764367927995374e+4, -8.084072988043731e+4}};

static const uint64_t seed = 271828183;

static int exponent, batches, (*counts)[rings];
static double sumX, sumY;

/* The next pair of the sequence: 1 and the pair of deviates, or 0 where the point lies outside of the unit circle. */
static int drawPair(uint64_t *state, double *gaussX, double *gaussY) {
  double x = 2 * npbRandom(state) - 1, y = 2 * npbRandom(state) - 1, square = x * x + y * y;
  if (square > 1)
    return 0;
  double factor = sqrt(-2 * log(square) / square);
  *gaussX = x * factor;
  *gaussY = y * factor;
  return 1;
}

BENCH_LOOP void drawBatches(int batches, int (*count)[rings], double *totalX, double *totalY) {
  double x = 0, y = 0;
#pragma omp parallel for HETCC(hetero(1) part_copyout(count[1:batches][0:rings])) reduction(+ : x, y)
  for (int i = 0; i < batches; i++) {
    uint64_t state = npbSkip(seed, 2 * (uint64_t)batch * i);
    for (int l = 0; l < rings; l++)
      count[i][l] = 0;
    for (int k = 0; k < batch; k++) {
      double gaussX, gaussY;
      if (!drawPair(&state, &gaussX, &gaussY))
        continue;
      count[i][(int)fmax(fabs(gaussX), fabs(gaussY))]++;
      x += gaussX;
      y += gaussY;
    }
  }
  *totalX = x;
  *totalY = y;
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  exponent = benchInteger(options, "exponent", 13);
  if (exponent > 36)
    benchFail("--exponent is at most 36, not", benchText(options, "exponent"));
  batches = 1 << (exponent - 12);
  counts = benchZeros(batches, sizeof *counts);
}

static void pass(void) { drawBatches(batches, counts, &sumX, &sumY); }

/* Draws all pairs one after the other; false if the counts differ from those found. */
static int drawAgain(double *totalX, double *totalY, const long *found) {
  uint64_t state = seed;
  long again[rings] = {0};
  *totalX = *totalY = 0;
  for (long k = 0; k < (long)batch * batches; k++) {
    double x, y;
    if (!drawPair(&state, &x, &y))
      continue;
    again[(int)fmax(fabs(x), fabs(y))]++;
    *totalX += x;
    *totalY += y;
  }
  return !memcmp(again, found, sizeof again);
}

/* The sums that must come out; false if the counts are already known to be wrong. */
static int expectSums(double *totalX, double *totalY, const long *found) {
  for (size_t i = 0; i < sizeof published / sizeof *published; i++)
    if (published[i].exponent == exponent) {
      *totalX = published[i].sumX;
      *totalY = published[i].sumY;
      return 1;
    }
  return drawAgain(totalX, totalY, found);
}

/* A pair in 4/pi has its point inside the unit circle: within six standard deviations of as many. */
static int plausible(const long *found) {
  double pairs = (double)batch * batches, share = 0.78539816339744831, inside = 0;
  for (int l = 0; l < rings; l++)
    inside += (double)found[l];
  return fabs(inside - share * pairs) <= 6 * sqrt(pairs * share * (1 - share));
}

static const char *check(int passes) {
  (void)passes;
  long found[rings] = {0};
  for (int i = 0; i < batches; i++)
    for (int l = 0; l < rings; l++)
      found[l] += counts[i][l];
  double x, y;
  int right = expectSums(&x, &y, found) && plausible(found);
  benchDump("counts", "i32", counts, (size_t)batches * rings, 0);
  benchDump("x", "f64", &sumX, 1, 2e-8 * fabs(x));
  benchDump("y", "f64", &sumY, 1, 2e-8 * fabs(y));
  benchResult("sum_x", sumX);
  benchResult("sum_y", sumY);
  if (!right)
    return "the counts are wrong";
  int close = fabs(sumX - x) <= 1e-8 * fabs(x) && fabs(sumY - y) <= 1e-8 * fabs(y);
  return close ? NULL : "the sums differ from the expected ones";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"exponent", "2^exponent pairs (classes: 24, 25, 28, 30, 32)", {"18", "24", "32"}, NULL},
                                  {"passes", "times the kernel runs", {"2", "1", "1"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"NPB EP", options, prepare, NULL, pass, check});
}
