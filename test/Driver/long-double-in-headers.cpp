// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'long double' in code outside of loops must have the host's size and layout when clang compiles the kernels, since
// templates may be chosen by its number of digits. Otherwise no loop of the unit would have a form for GPUs.
// REQUIRES: ptx
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s --implicit-check-not=GPUs
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// CHECK: long-double-in-headers.cpp: 2 of 2 loops split
#include <cstddef>
#include <cstdio>
#include <limits>

template <int Digits> struct Carrier; // only the specialisation below is defined
#if defined(__x86_64__)
template <> struct Carrier<64> {
  static constexpr int Bits = 80;
};
#else
template <> struct Carrier<113> {
  static constexpr int Bits = 128;
};
#endif
template <typename Float> int bitsOf(Float) { return Carrier<std::numeric_limits<Float>::digits>::Bits; }
struct Mixed {
  char first;
  long double wide;
  int n;
};
static_assert(sizeof(long double) == 16 && offsetof(Mixed, n) == 32, "as on the host");

void scale(double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

int main() {
  static double x[501];
  static Mixed some[501];
  for (int i = 0; i < 501; i++)
    x[i] = some[i].n = i, some[i].wide = i;
  scale(x, 501);
#pragma omp parallel for
  for (int i = 0; i < 501; i++) // uses none of the long double members
    x[i] += some[i].n * 3;
  double sum = 0;
  for (int i = 0; i < 501; i++)
    sum += x[i] * i;
  std::printf("%g %d\n", sum, bitsOf(1.0L) > 64);
}
