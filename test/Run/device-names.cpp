// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the program have the names of CUDA device functions: `powi`, `rsqrt`. A standard library function with
// such a name, `std::max`, stays the library's.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-summary -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O2 %s -o %t.serial && %t.serial > %t.expected
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: %reported %t.json "iterations('cuda') > 0"
// CHECK: 1 of 1 loop split
// CHECK-NOT: GPUs have no form
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static inline double powi(double base, int times) {
  double all = 1;
  for (int i = 0; i < times; i++)
    all *= base;
  return all;
}
static double rsqrt(double x) { return 1 / (1 + std::fabs(x)); }

int main() {
  std::vector<double> x(4000), y(4000);
  for (int i = 0; i < int(x.size()); i++)
    x[i] = i % 23 + 0.5;
#pragma omp parallel for
  for (int i = 0; i < int(x.size()); i++)
    y[i] = powi(x[i], i % 5) * std::max(i % 7, 3) + rsqrt(x[i]);
  double all = 0;
  for (double each : y)
    all += each;
  std::printf("%.9f\n", all);
}
