// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop casts 'const' away from the reference that a function returns, and writes through it. The arguments of the
// function count as only read, so the loop stays on the cores.
// RUN: %hetcc++ -O1 -w -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 -w %s -o %t.serial && %t.serial > %t.wanted
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | diff %t.wanted -
// CHECK: 1 of 3 loops split
#include <algorithm>
#include <cstdio>

static const int &larger(const int &a, const int &b) { return a > b ? a : b; }

int main() {
  enum { N = 400 };
  static int b[2 * N];
  long sum = 0;
  for (int i = 0; i < 2 * N; i++)
    b[i] = i * 37 % 23;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int &most = std::max(b[2 * i], b[2 * i + 1]);
    const_cast<int &>(most) = 7;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    const_cast<int &>(larger(b[2 * i], b[2 * i + 1])) += 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++) // the reference is only read, so the loop can be split
    b[i] += std::max(b[i], 5);
  for (int i = 0; i < 2 * N; i++)
    sum += b[i] * (i % 5 + 1);
  std::printf("%ld\n", sum);
}
