// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances of a template use different elements, because of 'if constexpr': each instance has its own description of
// its windows.
// RUN: %hetccxx -O1 -std=c++20 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -std=c++20 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 1 of 1 loop split
#include <cstdio>

static int y[5000];

template <int N> void fill(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if constexpr (N > 2) {
      y[i * N] = N;
      y[i * N + 2] = i;
    } else {
      y[i * N + 1] = 4;
    }
  }
}

int main() {
  fill<2>(1000);
  fill<4>(1000);
  fill<5>(1000);
  unsigned long Sum = 0;
  for (int Each : y)
    Sum = Sum * 31 + unsigned(Each);
  std::printf("%lx\n", Sum);
}
