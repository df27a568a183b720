// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ that gcc accepts, or only warns about, and that clang calls an error. hetcc accepts what the host compiler accepts: loops in such
// code and near it are split and have GPU kernels, even where functions of a header cannot be left out of the kernels.
// REQUIRES: ptx
// RUN: %serialxx -w -O2 -std=c++17 -I%S/Inputs %s -o %t.serial
// RUN: %hetccxx -w -O2 -std=c++17 -fopenmp -I%S/Inputs -Werror=hetcc-gpu-form --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t >%t.out
// RUN: %t.serial | diff - %t.out
// RUN: %reported %t.json 'iterations("cuda") == 2 * 3000'
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary

// CHECK: accepted-by-gcc.cpp: 2 of 2 loops split
#include "accepted-by-gcc.h"
#include <cmath>
#include <cstdio>

static double x[3000];

/// Has no value that is constant.
constexpr double grown(double of) { return of + std::exp(of); }

static void fill(double *y, long n) {
  int bounds[] = {0, n};
#pragma omp parallel for
  for (int i = bounds[0]; i < bounds[1]; i++) {
    register double square = double(i) * i;
    y[i] = square + grown(-square);
  }
}

int main() {
  fill(x, 3000);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 3000; i++)
    sum += x[i];
  std::printf("%"FORMAT "\n", sum + squares<3>().size() + Many + Long);
}
