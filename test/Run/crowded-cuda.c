// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A share is divided into pieces that fit the GPU's free memory, including reduction values. If other processes use
// nearly all memory of a large GPU, the first pass finds out and prints one warning; later passes still use the GPU.
// REQUIRES: ptx
// RUN: %hetcc -O2 %s -o %t && %serial -O2 %s -o %t.serial && %t.serial > %t.expected
// RUN: for memory in 1M 3000000 4M; do env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_MEMORY=$memory HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > %t.out 2> %t.said && diff %t.expected %t.out && not test -s %t.said && %reported %t.json "iterations('cpu') == 0 and iterations('cuda') == 9 * 200000" || exit 1; done
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_MEMORY=1G HETCC_EMULATOR_TAKEN=1023M HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > %t.out 2> %t.said
// RUN: diff %t.expected %t.out && FileCheck %s < %t.said
// RUN: %reported %t.json "0 < iterations('cpu') <= 200000 and iterations('cuda') >= 8 * 200000"
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_MEMORY=1G HETCC_EMULATOR_TAKEN=1023M HETRT_DETERMINISTIC=1 HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out 2> %t.said
// RUN: diff %t.expected %t.out && FileCheck %s < %t.said
// RUN: %reported %t.json "iterations('cuda') > 0"
// CHECK: crowded-cuda.c:[[# @LINE + 16]]: cuda:0 has less memory free than its size says, the share of this pass runs elsewhere, and later passes use what is free: cuda:0: allocating {{[0-9]+}} bytes: CUDA_ERROR_OUT_OF_MEMORY
// CHECK-NOT: cuda:0
#include "Inputs/checksum.h"
#include <stdio.h>

enum { N = 200000, BINS = 600 };
static double x[N], y[N], z[N];
static long bins[BINS];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 10, y[i] = i % 7;
  for (int pass = 0; pass < 3; pass++) {
    double sum = 0;
    for (int i = 0; i < BINS; i++)
      bins[i] = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N], y[1:N]) part_copyout(z[1:N])
    for (int i = 0; i < N; i++)
      z[i] = x[i] + pass * y[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:N], z[1:N]) reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += x[i] * z[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:N], y[1:N]) reduction(+ : bins[:BINS])
    for (int i = 0; i < N; i++)
      bins[(int)(x[i] * 60 + y[i])]++;
    printf("%g %ld\n", sum, bins[61]);
  }
  printChecksum("z", z, sizeof z);
}
