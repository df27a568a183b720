// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under the scheduler 'auto', a device that reaches the host's memory tries copies after some passes, and keeps the faster way: copies if
// the host's memory is slow for the device, also for arrays of a data region, which then move once.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial && %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified=0.002 HETRT_REPORT=json:%t.json %t > %t.out && diff %t.expected %t.out
// RUN: %reported %t.json "all(not d['in_place'] and d['bytes_in'] > 0 for d in devices('emulated'))"
// For the loop in the data region: all of x and y once for the trial, and y after each pass.
// RUN: %reported %t.json "regions[1]['devices'][-1]['bytes_in'] == 2 * 8 * 60000 and regions[1]['devices'][-1]['bytes_out'] == 17 * 8 * 60000"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified,bandwidth=50M HETRT_REPORT=json:%t.json %t > %t.out && diff %t.expected %t.out
// RUN: %reported %t.json "all(d['in_place'] for d in devices('emulated'))"
// Three passes of the trial.
// RUN: %reported %t.json "regions[0]['devices'][-1]['bytes_in'] == 3 * 2 * 8 * 60000"
// Other schedulers do not make this trial.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu HETRT_EMULATED=unified=0.002 HETRT_REPORT=json:%t.json %t > %t.out && diff %t.expected %t.out
// RUN: %reported %t.json "all(d['in_place'] and d['bytes_in'] == 0 for d in devices('emulated'))"

#include <stdio.h>

enum { n = 60000, passes = 20 };
static double x[n], y[n];

static void alone(void) {
  for (int pass = 0; pass < passes; pass++) {
#pragma omp parallel for hetero(1, gpu, auto) part_copyin(x[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] = y[i] * 0.5 + x[i];
  }
}

static void kept(void) {
#pragma omp target data map(to : x) map(tofrom : y)
  for (int pass = 0; pass < passes; pass++) {
#pragma omp parallel for hetero(1, gpu, auto) part_copyin(x[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] = y[i] * 0.5 + x[i];
  }
}

int main(void) {
  for (int i = 0; i < n; i++)
    x[i] = i, y[i] = 1;
  alone();
  kept();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + y[i];
  printf("%.17g\n", sum);
  return 0;
}
