// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A macro that expands to a whole loop is used twice on one line: the first loop stays as it is, and the second one,
// whose expansion is written out, begins a new line behind it.
// RUN: %hetccxx -fopenmp -O1 --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1" --schedules static %t.serial %t
// CHECK: 1 of 2 loops split
#include <cstdio>
#include <unistd.h>

#define ADD(FROM)                                                                                                      \
  {                                                                                                                    \
    _Pragma("omp parallel for") for (int i = 0; i < 5000; i++) x[i] += FROM + i;                                       \
  }

int main() {
  static double x[5000];
  // clang-format off
  ADD(double(getppid() & 0)) ADD(3)
  // clang-format on
  double sum = 0;
  for (double each : x)
    sum += each;
  std::printf("%.17g\n", sum);
}
