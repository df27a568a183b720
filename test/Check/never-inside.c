// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that only ever touch elements outside of the window are reported, in blocks of the heap and in declared arrays, and so are
// clauses that give an array more elements than its declaration has. Other memory beside an array, which the loop may use, is not.
// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 0 64 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 64 150 2>&1 | FileCheck %s
// RUN: not %t 64 150 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT-COUNT-9: {{(window|clause): (map|part)}}
// COUNT-NOT: {{(window|clause|race|memory): }}
// COUNT: hetcc-check: 9 findings in
// CLEAN: nothing found in 10 loops
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 64 };
static double global[200];
static struct {
  double scale, values[100], other;
} all = {.scale = 1, .other = 2};
struct Kept {
  double scale;
  double *values;
  struct {
    long count;
    double last[N];
  } inner;
  double behind, tail[1];
};
static int at[N];
static __attribute__((noinline)) double get(const double *from, int k) { return from[k]; }

int main(int argc, char **argv) {
  const int wrong = atoi(argv[1]), m = atoi(argv[2]), n = argc > 9 ? 1 : N;
  double *x = calloc(2 * N, sizeof *x), *y = calloc(N, sizeof *y), *exact = calloc(N, sizeof *exact), local[100] = {0};
  struct Kept *kept = calloc(1, sizeof *kept + N * sizeof(double));
  kept->values = x;
  for (int i = 0; i < N; i++)
    at[i] = wrong ? wrong : i;
  // CHECK-DAG: c:[[@LINE+1]]: window: map(to:)(x), line [[@LINE+1]]: x[64] is read at {{.*}}never-inside.c:[[@LINE+3]] in iteration {{[0-9]+}}, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(to: x[0:n]) part_copyin(at[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
  // CHECK-DAG: c:[[@LINE+1]]: window: part_copyin(x), line [[@LINE+1]]: x[64] is read at {{.*}}never-inside.c:[[@LINE+3]] in iteration {{[0-9]+}}, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copyin(at[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
  // CHECK-DAG: c:[[@LINE+1]]: window: map(to:)(exact), line [[@LINE+1]]: exact[64] is read at {{.*}}, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) map(to: exact[0:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = get(exact, wrong);
  // CHECK-DAG: c:[[@LINE+1]]: window: part_copyin(global), line [[@LINE+1]]: global[64] is read at {{.*}}, outside of the array, which has [0, 64)
#pragma omp parallel for HETCC(hetero(1) part_copyin(global[1:n]) part_copyin(at[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = global[at[i]];
  // CHECK-DAG: c:[[@LINE+1]]: window: part_copyin(local), line [[@LINE+1]]: local[64] is read at {{.*}} which may read [
#pragma omp parallel for HETCC(hetero(1) part_copyin(local[1:m < 100 ? n : 70]) part_copyin(at[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = local[at[i]];
  // CHECK-DAG: c:[[@LINE+1]]: window: part_copyout(x), line [[@LINE+1]]: x[{{[0-9]+}}] is written at
#pragma omp parallel for HETCC(hetero(1) part_copyout(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i + wrong] = i;
  // CHECK-DAG: c:[[@LINE+1]]: clause: part_copyin(local), line [[@LINE+1]]: wanted at most the 100 elements that 'local' is declared with, found 150
#pragma omp parallel for HETCC(hetero(1) part_copyin(local[1:m]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = local[i];
  // CHECK-DAG: c:[[@LINE+1]]: clause: part_copyin(all.values), line [[@LINE+1]]: wanted at most the 100 elements that 'all.values' is declared with, found 150
#pragma omp parallel for HETCC(hetero(1) part_copyin(all.values[1:m]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = all.values[i] * all.scale;
  // CHECK-DAG: c:[[@LINE+1]]: clause: map(to:)(global), line [[@LINE+1]]: {{.*}}300
#pragma omp parallel for HETCC(hetero(1) map(to: global[0:2 * m]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = global[i] + all.scale + all.other;
#pragma omp parallel for HETCC(hetero(1) part_copyin(kept->values[1:n]) part_copyin(kept->inner.last[1:n], kept->tail[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = kept->values[i] * kept->scale + kept->inner.last[i] * kept->behind + kept->tail[i] + all.other;
  printf("%g\n", y[3]);
}
