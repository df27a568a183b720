// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Black-Scholes: the prices of European call and put options by the closed formula, in single precision.
 */
#include "../common/kernel.h"
#include "hetcc.h"
#include <math.h>

static const float rate = 0.02f, volatility = 0.3f;

static int n;
static float *stock, *strike, *years, *call, *put;

/* The distribution function of the normal distribution. */
static float normal(float x) { return 0.5f * erfcf(-0.70710678f * x); }

BENCH_LOOP void price(int n, const float *stock, const float *strike, const float *years, float *call, float *put) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(stock[1:n]) part_copyin(strike[1:n]) part_copyin(years[1:n])      \
                               part_copyout(call[1:n]) part_copyout(put[1:n]))
  for (int i = 0; i < n; i++) {
    float spread = volatility * sqrtf(years[i]);
    float d1 = (logf(stock[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
    float d2 = d1 - spread, discounted = strike[i] * expf(-rate * years[i]);
    call[i] = stock[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - stock[i] * normal(-d1);
  }
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1);
  stock = benchFloats(n), strike = benchFloats(n), years = benchFloats(n), call = benchFloats(n), put = benchFloats(n);
  uint64_t seed = 1;
  for (int i = 0; i < n; i++) {
    stock[i] = (float)(5 + 25 * benchUniform(&seed));
    strike[i] = (float)(1 + 99 * benchUniform(&seed));
    years[i] = (float)(0.25 + 9.75 * benchUniform(&seed));
  }
}

static void pass(void) { price(n, stock, strike, years, call, put); }

/* E max(S - K, 0) in double precision: the integral over the distribution of the stock's price at the end, by Simpson. */
static double integratedCall(int i) {
  double spread = volatility * sqrt(years[i]), drift = (rate - 0.5 * volatility * volatility) * years[i];
  double low = fmax(-10, (log((double)strike[i] / stock[i]) - drift) / spread), width = (10 - low) / 2000, sum = 0;
  if (low >= 10)
    return 0;
  for (int k = 0; k <= 2000; k++) {
    double z = low + k * width, gain = stock[i] * exp(drift + spread * z) - strike[i];
    sum += (k == 0 || k == 2000 ? 1 : k % 2 ? 4 : 2) * gain * exp(-z * z / 2);
  }
  return exp(-rate * (double)years[i]) * sum * width / 3 / sqrt(2 * 3.14159265358979323846);
}

/*
 * With u = 2^-24: the logarithm, quotients and sums leave an error of at most 16 u (1 + |d|) in d, whose density is at
 * most 0.4 and falls faster than |d| grows; the functions add 8 u. Both prices are sums of two products of at most S and
 * K: 32 u (S + K) is generous. For all options: call - put = S - K exp(-rT). For some: the integral.
 */
static const char *check(int passes) {
  (void)passes;
  double share = 32 * 0x1p-24;
  int parity = 0, integral = 0, samples = n < 200 ? n : 200;
  for (int i = 0; i < n; i++) {
    double expected = stock[i] - strike[i] * exp(-rate * (double)years[i]);
    parity += !(fabs((double)call[i] - put[i] - expected) <= 2 * share * (stock[i] + strike[i]));
  }
  for (int s = 0; s < samples; s++) {
    int i = benchSample(s, samples, n);
    integral += !(fabs(call[i] - integratedCall(i)) <= share * (stock[i] + strike[i]));
  }
  benchDumpFloats("call", call, n, 2 * share * 130);
  benchDumpFloats("put", put, n, 2 * share * 130);
  if (parity)
    return "call - put differs from S - K exp(-rT)";
  return integral ? "prices of calls differ from the integral" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "options of each kind", {"2003", "400000", "4000000"}, NULL},
                                  {"passes", "times the kernel runs", {"2", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"prices of options", options, prepare, NULL, pass, check});
}
