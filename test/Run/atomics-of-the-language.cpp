// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with atomic operations other than OpenMP's stay on the cores, since these need one address space, unless they
// are plain updates that devices can combine. Here: std::atomic objects, and builtins whose results the program uses.
// RUN: %hetcc++ -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s --check-prefix=SUMMARY
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=adaptive %t | FileCheck %s
#include <atomic>
#include <cstdio>

std::atomic<int> counts[16];
int bins[16], calls[16], slots[1], out[1200];

static void note(int *bin) { __sync_fetch_and_add(bin, 1); }

int main() {
// SUMMARY: 2 of 4 loops split
#pragma omp parallel for
  for (int i = 0; i < 1200; i++)
    counts[i % 16]++;
#pragma omp parallel for
  for (int i = 0; i < 1200; i++)
    __sync_fetch_and_add(&bins[i % 16], 1);
#pragma omp parallel for
  for (int i = 0; i < 1200; i++)
    note(&calls[i % 16]);
#pragma omp parallel for
  for (int i = 0; i < 1200; i++)
    out[__sync_fetch_and_add(slots, 1)] = i;
  long sum = 0;
  for (int i = 0; i < 1200; i++)
    sum += out[i];
  // CHECK: 75 75 75 1200 719400
  std::printf("%d %d %d %d %ld\n", counts[3].load(), bins[3], calls[3], slots[0], sum);
}
