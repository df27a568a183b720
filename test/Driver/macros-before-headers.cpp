// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros that a unit defines before its first header decide what libstdc++ and the C library declare; so the code for GPUs must include no
// header of theirs before. Each of these units has a GPU form, which computes what the host computes.
// REQUIRES: ptx
// RUN: for mode in _GLIBCXX_PARALLEL _GLIBCXX_DEBUG _GLIBCXX_ASSERTIONS; do for standard in 11 17 20; do \
// RUN:   { echo "#define $mode"; cat %s; } > %t.cpp; \
// RUN:   %serialxx -w -O1 -fopenmp -std=c++$standard %t.cpp -o %t.serial && %t.serial > %t.expected || exit 1; \
// RUN:   %hetccxx -w -O1 -fopenmp -std=c++$standard -Werror=hetcc-gpu-form --hetcc-auto=all %t.cpp -o %t || exit 1; \
// RUN:   env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out && diff %t.out %t.expected || exit 1; \
// RUN:   %reported %t.json 'iterations("cuda") == 3000' || exit 1; \
// RUN: done; done
#include <algorithm>
#include <cstdio>
#include <cstdlib>

static double x[3000];

int main() {
#pragma omp parallel for
  for (int i = 0; i < 3000; i++)
    x[i] = std::max(0.5 * i, 100.0) + std::abs(i - 50);
  std::sort(x, x + 3000);
  std::printf("%g %g\n", x[7], x[2999]);
}
