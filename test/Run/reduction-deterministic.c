// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With HETRT_DETERMINISTIC=1, floating-point sums and products have the same bits on each mix of devices, under each
// scheduler and with any number of threads: of scalars, arrays and structs, in simd loops, and in loops on the CPUs.
// Without the setting, the result depends on how the loop was split.
// RUN: %hetcc -O3 -march=native -ffp-contract=off %s -o %t 2>/dev/null
// RUN: env HETRT_DETERMINISTIC=1 %compare --devices "cpu:1;cpu:2;cpu:1,emulated:1;cpu:2,emulated:3;emulated:2" %t %t
// RUN: not %compare --devices "cpu:1,emulated:1" --schedules static %t %t | FileCheck %s
// CHECK: printed

#include "Inputs/checksum.h"
#include <math.h>

enum { N = 20011, Bins = 5 };
static double x[N];
static float y[N];

typedef struct {
  double sum, weight;
} mean;
static mean with(mean a, mean b) {
  double weight = a.weight + b.weight;
  return (mean){weight ? (a.sum * a.weight + b.sum * b.weight) / weight : 0, weight};
}
#pragma omp declare reduction(average : mean : omp_out = with(omp_out, omp_in)) initializer(omp_priv = {0, 0})

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = ldexp(1 + i % 89 / 88.0, i * 29 % 50 - 25) * (i % 3 ? 1 : -1);
    y[i] = (float)x[i];
  }
  for (int pass = 0; pass < 3; pass++) {
    double sum = 0.1, bins[Bins] = {0}, product = 1;
    float small = 0;
    mean m = {0, 0};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : sum, bins[1 : Bins - 1]) reduction(* : product)   \
    reduction(average : m)
    for (int i = 0; i < N; i++) {
      sum += x[i];
      bins[1 + i % (Bins - 1)] += x[i];
      product *= 1 + ldexp(x[i], -40);
      m = with(m, (mean){x[i], 1});
    }
#pragma omp parallel for simd hetero(1) part_copyin(y[1:N]) reduction(+ : small)
    for (int i = 0; i < N; i++)
      small += y[i];
    double host = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : host)
    for (int i = 0; i < N; i++) {
      host += x[i];
      if (x[i] > 1e30)
        printf("never\n");
    }
    printf("%a %a %a %a %a %a\n", sum, product, m.sum, m.weight, (double)small, host);
    printChecksum("bins", bins, sizeof bins);
  }
}
