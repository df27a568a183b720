// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of blackscholes.c: a thread for each option; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

static constexpr float rate = 0.02f, volatility = 0.3f;

__device__ float normal(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__global__ void priceOption(int n, const float *stock, const float *strike, const float *years, float *call, float *put) {
  const long i = thread();
  if (i >= n)
    return;
  const float spread = volatility * sqrtf(years[i]);
  const float d1 = (logf(stock[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
  const float d2 = d1 - spread, discounted = strike[i] * expf(-rate * years[i]);
  call[i] = stock[i] * normal(d1) - discounted * normal(d2);
  put[i] = discounted * normal(-d2) - stock[i] * normal(-d1);
}

extern "C" void price(int n, const float *stock, const float *strike, const float *years, float *call, float *put) {
  static Shape shape;
  Call run(shape);
  const float *s = run.in(stock, n), *k = run.in(strike, n), *t = run.in(years, n);
  float *calls = run.out(call, n), *puts = run.out(put, n);
  // The machine code of an option has about 300 instructions, each in the place of a multiplication and an addition.
  run.run({20. * n, 600. * n}, [&](unsigned threads) {
    priceOption<<<quotient(n, threads), threads>>>(n, s, k, t, calls, puts);
  });
}
