// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Millions of global objects with constexpr constructors do not make hetcc compute their values for minutes. A constant that takes more
// steps than clang's first attempt allows is computed all the same, also for GPUs.
// RUN: { (ulimit -t 9 && %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary -DMANY -c %s -o %t.o); } 2>&1 | FileCheck %s
// RUN: %hetccxx -O1 -fopenmp -Werror=hetcc-gpu-form --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t
// CHECK: constexpr-steps.cpp: 1 of 1 loop split
// CHECK-NOT: no GPU form
#include <complex>

#ifdef MANY
static std::complex<double> x[4000000];
#else
constexpr long collatz(long to) {
  long steps = 0;
  for (long n = 1; n < to; n++)
    for (long k = n; k != 1; k = k % 2 ? 3 * k + 1 : k / 2)
      steps++;
  return steps;
}
constexpr long Steps = collatz(1500);
static_assert(Steps > 90000, "");
static std::complex<double> x[Steps % 1000 + 3000];
#endif

int main() {
#pragma omp parallel for
  for (int i = 0; i < 3000; i++)
    x[i] += i;
  return x[77].real() != 77;
}
