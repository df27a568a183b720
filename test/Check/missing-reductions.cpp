// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all iterations add to, and no clause or atomic operation protects. FAULT 0 has the clauses.

// RUN: %hetccxx --hetcc-check -O2 -Wno-hetcc -DFAULT=0 %s -o %t.0 && %t.0 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: for n in 1 2 3 4; do %hetccxx --hetcc-check -O2 -Wno-hetcc -DFAULT=$n %s -o %t.$n || exit 1; done
// RUN: not %t.1 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not %t.2 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not %t.3 2>&1 | FileCheck %s --check-prefix=HISTOGRAM
// RUN: not %t.4 2>&1 | FileCheck %s --check-prefix=REFERENCE
#include <cstdio>
#include <hetcc.h>
#ifndef FAULT
#define FAULT 0
#endif
#if FAULT == 1
#define SUM
#else
#define SUM reduction(+ : sum)
#endif
#if FAULT == 3
#define BINS
#else
#define BINS reduction(+ : bins)
#endif
constexpr int N = 64;
struct Total {
  double sum = 0;
  __attribute__((noinline)) void add(double a) { sum += a; } // MEMBER: missing-reductions.cpp:[[@LINE]] in iteration
};
static double x[N];
static Total totals[N];
static void count(int &into) {
#if FAULT != 4
#pragma omp atomic
#endif
  into++; // REFERENCE: missing-reductions.cpp:[[@LINE]] in iteration
}

int main() {
  for (int i = 0; i < N; i++)
    x[i] = i;
  double sum = 0;
  // SUM: missing-reductions.cpp:[[@LINE+1]]: race: memory of 8 bytes in no array of the loop is {{read|written}} at {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N])) SUM
  for (int i = 0; i < N; i++)
    sum += x[i];
  // MEMBER: race:
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]))
  for (int i = 0; i < N; i++)
    totals[FAULT == 2 ? i / 8 : i].add(x[i]);
  int bins[8] = {};
  // HISTOGRAM: race: {{.*}}missing-reductions.cpp:[[@LINE+3]] in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N])) BINS
  for (int i = 0; i < N; i++)
    bins[static_cast<int>(x[i]) % 8]++;
  int positive = 0;
  // REFERENCE: race:
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]))
  for (int i = 0; i < N; i++)
    if (x[i] > 0)
      count(positive);
  // CLEAN: nothing found in 4 loops
  std::printf("%g %d %d\n", sum, bins[3], positive);
}
