// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of all iterations without a reduction clause or an atomic operation are races. -DCLAUSES adds what is missing.

// RUN: %hetccxx --hetcc-check -O2 -Wno-hetcc -DCLAUSES %s -o %t.right
// RUN: %t.right 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: %hetccxx --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include <cstdio>
#include <hetcc.h>
#ifdef CLAUSES
#define SUM reduction(+ : sum)
#define BINS reduction(+ : bins)
constexpr int EachOf = 1;
#else
#define SUM
#define BINS
constexpr int EachOf = 8;
#endif
constexpr int N = 64;
struct Total {
  double sum = 0;
  __attribute__((noinline)) void add(double a) { sum += a; }
};
static double x[N];
static Total totals[N];
static void count(int &into) {
#ifdef CLAUSES
#pragma omp atomic
#endif
  into++;
}

int main() {
  for (int i = 0; i < N; i++)
    x[i] = i;
  double sum = 0;
  // CHECK: missing-reductions.cpp:[[@LINE+1]]: race: a variable of 8 bytes in no array of the loop is {{read|written}} at {{.*}}:[[@LINE+3]] in iteration {{[0-9]+}}, and {{read|written}} at {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N])) SUM
  for (int i = 0; i < N; i++)
    sum += x[i];
  // CHECK: missing-reductions.cpp:[[@LINE+1]]: race: {{.*}} is {{read|written}} at {{.*}}:{{[0-9]+}} in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]))
  for (int i = 0; i < N; i++)
    totals[i / EachOf].add(x[i]);
  int bins[8] = {};
  // CHECK: missing-reductions.cpp:[[@LINE+1]]: race: {{.*}} is {{read|written}} at {{.*}}:[[@LINE+3]] in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N])) BINS
  for (int i = 0; i < N; i++)
    bins[static_cast<int>(x[i]) % 8]++;
  int positive = 0;
  // CHECK: missing-reductions.cpp:[[@LINE+1]]: race: {{.*}} is {{read|written}} at {{.*}}:{{[0-9]+}} in iteration
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N]))
  for (int i = 0; i < N; i++)
    if (x[i] > 0)
      count(positive);
  // CHECK: 4 findings in 4 loops
  // CLEAN: nothing found in 4 loops
  std::printf("%g %d %d\n", sum, bins[3], positive);
}
